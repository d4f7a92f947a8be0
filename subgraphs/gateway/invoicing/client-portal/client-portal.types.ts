import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceStatus } from "../invoices/invoice.types.ts";
import { ReceiptMethod } from "../payments-received/payments.types.ts";
import { PrintedArgs } from "../printing/printed-args.types.ts";
import { QuotationStatus } from "../quotations/quotation.types.ts";
import { SavedPaymentMethod } from "../saved-methods/saved-methods.types.ts";
import { SellerCard } from "../seller-profile/seller-views.types.ts";

@InputType({ description: "A client who gets a link to all documents." })
export class CreateClientPortalLinkInput {
  @Field(() => ID, { description: "ID of the client." })
  @MaxLength(64)
  clientId: string;
  @Field(() => Int, { nullable: true, description: "Days until the link expires, 1 to 365. Default 90." })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(365)
  expiresInDays?: number | null;
}

@ObjectType({ description: "A link with which a client sees all documents without a sign-in." })
export class ClientPortalLink {
  @Field(() => ID, { description: "ID of the client." })
  clientId: string;
  @Field(() => String, {
    description: "URL of the page, which needs no sign-in. Send it to the client only.",
  })
  url: string;
  @Field(() => Date, { description: "Time at which the link expires." })
  expiresAt: Date;
}

@InputType({ description: "The client whose link to revoke." })
export class RevokeClientPortalLinkInput {
  @Field(() => ID, { description: "ID of the client." })
  @MaxLength(64)
  clientId: string;
}

@ObjectType({ description: "Confirmation that a client's link does not work any more." })
export class RevokedClientPortalLink {
  @Field(() => ID, { description: "ID of the client." })
  clientId: string;
  @Field(() => Boolean, { description: "False when the client had no link." })
  revoked: boolean;
}

@ObjectType({ description: "An invoice on a client's page." })
export class PortalInvoice {
  @Field(() => String, { description: "Number of the invoice." })
  number: string;
  @Field(() => InvoiceStatus, { description: "Status of the invoice, such as `overdue`." })
  status: InvoiceStatus;
  @Field(() => DateScalar, { nullable: true, description: "Date of issue." })
  issueDate: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Date on which payment is due. Null without one." })
  dueDate: string | null;
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Total amount of the invoice." })
  total: number;
  @Field(() => MoneyScalar, { description: "Amount still to pay." })
  amountDue: number;
  @Field(() => String, { description: "URL of the page where the invoice is seen and paid." })
  link: string;
}

@ObjectType({ description: "A quotation on a client's page." })
export class PortalQuotation {
  @Field(() => String, { description: "Number of the quotation." })
  number: string;
  @Field(() => QuotationStatus, { description: "Status of the quotation, such as `sent`." })
  status: QuotationStatus;
  @Field(() => DateScalar, { description: "Last day on which it is valid." })
  validUntil: string;
  @Field(() => String, { description: "Currency of the total: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of all lines." })
  total: number;
  @Field(() => String, { description: "URL of the page where it is accepted or declined." })
  link: string;
}

@ObjectType({ description: "A payment on a client's page." })
export class PortalPayment {
  @Field(() => ID, { description: "ID of the payment." })
  paymentId: string;
  @Field(() => DateScalar, { description: "Date on which the money was received." })
  receivedOn: string;
  @Field(() => ReceiptMethod, { description: "Payment method, such as `card`." })
  method: ReceiptMethod;
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount received." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Amount refunded." })
  refunded: number;
}

@ObjectType({ description: "What a client owes in one currency." })
export class PortalBalance {
  @Field(() => String, { description: "Currency of the amount: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of what is due on open invoices." })
  due: number;
}

@ObjectType({ description: "The page on which a client sees all documents." })
export class ClientPortalPage {
  @Field(() => String, { description: "Locale of the page, such as `de-CH`." })
  locale: string;
  @Field(() => SellerCard, { description: "Seller of the documents." })
  seller: SellerCard;
  @Field(() => String, { description: "Name of the client." })
  name: string;
  @Field(() => String, { nullable: true, description: "Phone number of the client. Null without one." })
  phone: string | null;
  @Field(() => String, { nullable: true, description: "Billing address of the client. Null without one." })
  billingAddress: string | null;
  @Field(() => [PortalBalance], { description: "What is due, one entry per currency." })
  balances: PortalBalance[];
  @Field(() => [PortalInvoice], { description: "Open invoices, the longest due first, at most 100." })
  invoices: PortalInvoice[];
  @Field(() => [PortalQuotation], {
    description: "Quotations that can be accepted, newest first, at most 50.",
  })
  quotations: PortalQuotation[];
  @Field(() => [PortalPayment], { description: "Payments, newest first, at most 50." })
  payments: PortalPayment[];
  @Field(() => [SavedPaymentMethod], {
    description: "Payment methods that the client agreed to save, newest first.",
  })
  savedMethods: SavedPaymentMethod[];
  @Field(() => Boolean, { description: "True after the client has changed contact data." })
  isUpdated: boolean;
}

@ArgsType()
export class ClientPortalArgs {
  @Field(() => String, { description: "Secret token of the client's link." })
  @MaxLength(64)
  token: string;
}

@ArgsType()
export class ClientPortalReceiptArgs extends PrintedArgs {
  @Field(() => String, { description: "Secret token of the client's link." })
  @MaxLength(64)
  token: string;
  @Field(() => ID, { description: "ID of a payment of the client." })
  @MaxLength(64)
  paymentId: string;
}

@ArgsType()
export class LinkPdfArgs extends PrintedArgs {
  @Field(() => String, { description: "Secret token: the last path segment of the document's link." })
  @MaxLength(64)
  token: string;
}

@InputType({ description: "A saved payment method that a client removes on the page of the link." })
export class RemovePortalPaymentMethodInput {
  @Field(() => String, { description: "Secret token of the client's link." })
  @MaxLength(64)
  token: string;
  @Field(() => ID, { description: "ID of the saved method." })
  @MaxLength(64)
  methodId: string;
}

@InputType({ description: "Contact data that a client changes on the page of the link." })
export class UpdatePortalContactInput {
  @Field(() => String, { description: "Secret token of the client's link." })
  @MaxLength(64)
  token: string;
  @Field(() => String, { description: "Name of the client, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { nullable: true, description: "Phone number, up to 40 characters." })
  @IsOptional()
  @MaxLength(40)
  phone?: string | null;
  @Field(() => String, { nullable: true, description: "Billing address, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  billingAddress?: string | null;
}
