import { Field, Float, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { OnlinePaymentOffer } from "../online-payments/payment-offer.types.ts";
import { SellerCard } from "../seller-profile/seller-views.types.ts";
import { InvoiceStatus, InvoiceTaxLine } from "../invoices/invoice.types.ts";

@ObjectType({ description: "Line of an invoice as its payment page shows it." })
export class InvoicePageLine {
  @Field(() => String, { description: "What is billed." })
  description: string;
  @Field(() => Float, { description: "Number of units, such as hours." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Amount of the line in the currency of the invoice." })
  total: number;
}

@ObjectType({ description: "Invoice details shown to the holder of a payment link." })
export class InvoicePaymentPage {
  @Field(() => String, {
    nullable: true,
    description: "Invoice number that the client quotes. Null when the invoice has none.",
  })
  number: string | null;
  @Field(() => String, { description: "Name of the client who is billed." })
  clientName: string;
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => [InvoicePageLine], { description: "Lines of the invoice, in their order." })
  items: InvoicePageLine[];
  @Field(() => MoneyScalar, { description: "Sum of the lines less the discount, before tax." })
  subtotal: number;
  @Field(() => MoneyScalar, { description: "Discount on the whole invoice." })
  discount: number;
  @Field(() => [InvoiceTaxLine], { description: "Taxes of the invoice by rate." })
  taxLines: InvoiceTaxLine[];
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day on which the invoice is due. Null without one.",
  })
  dueDate: string | null;
  @Field(() => MoneyScalar, { description: "Total amount of the invoice, with tax." })
  total: number;
  @Field(() => MoneyScalar, { description: "Amount still to pay, in the invoice currency." })
  amountDue: number;
  @Field(() => InvoiceStatus, { description: "Current status of the invoice." })
  status: InvoiceStatus;
  @Field(() => Boolean, { description: "True while the invoice can be paid." })
  isOpen: boolean;
  @Field(() => String, { description: "Status of the invoice as a sentence for the client." })
  message: string;
  @Field(() => String, { description: "Locale of the page, such as `de-CH`." })
  locale: string;
  @Field(() => SellerCard, { description: "Seller of the invoice, as it was issued." })
  seller: SellerCard;
  @Field(() => OnlinePaymentOffer, {
    nullable: true,
    description: "What can be paid online now. Null when nothing can.",
  })
  onlinePayment: OnlinePaymentOffer | null;
  @Field(() => MoneyScalar, { description: "Amount of payments that banks have not confirmed yet." })
  amountProcessing: number;
  @Field(() => MoneyScalar, {
    description: "Amount paid online that is returned. It was not due any more when it came in.",
  })
  amountReturned: number;
}
