import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { ExternalItem } from "../invoices/external-invoice.types.ts";
import { InvoiceClient, InvoiceDelivery, InvoiceTaxLine } from "../invoices/invoice.types.ts";
import { SellerCard } from "../seller-profile/seller-views.types.ts";

export const QuotationStatus = {
  draft: "draft",
  sent: "sent",
  accepted: "accepted",
  declined: "declined",
  expired: "expired",
} as const;
export type QuotationStatus = keyof typeof QuotationStatus;
registerEnumType(QuotationStatus, {
  name: "QuotationStatus",
  description: "Status of a quotation.",
  valuesConfig: {
    draft: { description: "Not sent yet, so every field can still change." },
    sent: { description: "Sent to the client, who can accept or decline it." },
    accepted: { description: "Accepted by the client; can be converted to an invoice." },
    declined: { description: "Declined by the client." },
    expired: { description: "Sent, but the last valid day has passed without an answer." },
  },
});

@ObjectType({
  description: "A quotation of the account. Amounts are in major units of its currency.",
})
@Directive('@key(fields: "id")')
export class Quotation {
  @Field(() => ID, { description: "Unique ID of the quotation." })
  id: string;
  /** Checked by the access rule; not part of the schema. */
  ownerId: string;
  @Field(() => ID, { description: "ID of the app that created the quotation." })
  appId: string;
  @Field(() => String, { description: "Quotation number, gapless per account and year." })
  number: string;
  @Field(() => QuotationStatus, {
    description: "Current status: `draft`, `sent`, `accepted`, `declined` or `expired`.",
  })
  status: QuotationStatus;
  @Field(() => InvoiceDelivery, { description: "Delivery status of the quotation's latest e-mail." })
  delivery: InvoiceDelivery;
  @Field(() => InvoiceClient, { description: "Client who receives the quotation, as of its creation." })
  client: InvoiceClient;
  @Field(() => [ExternalItem], { description: "Lines of the quotation, in order." })
  items: ExternalItem[];
  @Field(() => MoneyScalar, { description: "Discount on the whole quotation, deducted before tax." })
  discount: number;
  @Field(() => MoneyScalar, { description: "Sum of the lines less the discount, before tax." })
  subtotal: number;
  @Field(() => [InvoiceTaxLine], { description: "Taxes of the quotation by rate, as of an invoice." })
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar, { description: "Sum of all taxes; a withheld tax lowers it." })
  taxTotal: number;
  @Field(() => MoneyScalar, { description: "Total amount of the quotation, with tax." })
  total: number;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => DateScalar, {
    description: "Last day on which the quotation is valid, in the account's time zone.",
  })
  validUntil: string;
  @Field(() => String, {
    nullable: true,
    description: "Notes for the client on the quotation. Null without notes.",
  })
  notes: string | null;
  @Field(() => String, {
    description:
      "URL of the page where the client views, accepts or declines the quotation. The page opens once it is sent.",
  })
  portalLink: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the invoice that it was converted to. Null until then.",
  })
  invoiceId: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the quotation was last sent. Null on a draft.",
  })
  sentAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the client accepted. Null unless accepted.",
  })
  acceptedAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the person who accepted. Null when not accepted or not given.",
  })
  acceptedBy: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the client declined. Null unless declined.",
  })
  declinedAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the client declined. Null when not declined or not given.",
  })
  declineReason: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name that was entered with an answer by the link. Null without one.",
  })
  answeredBy: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Network address of an answer by the link. Null without one.",
  })
  answerIp: string | null;
  @Field(() => Int, {
    description: "Version number, increased by every change. Send it with an update to detect conflicts.",
  })
  version: number;
  @Field(() => Date, { description: "Time at which the quotation was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the quotation's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of quotations, newest first." })
export class QuotationPage extends countedPageOf(Quotation, "quotations") {}

@ObjectType({
  description:
    "A quotation in the format of the external API and webhooks. Amounts are in major units of its currency.",
})
export class ExternalQuotation {
  @Field(() => ID, { description: "Unique ID of the quotation." })
  quotationId: string;
  @Field(() => String, { description: "Quotation number, gapless per account and year." })
  quotationNumber: string;
  @Field(() => String, { description: "Name of the customer who receives the quotation." })
  customerName: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the customer. Null when none was given.",
  })
  customerEmail: string | null;
  @Field(() => [ExternalItem], { description: "Lines of the quotation, in order." })
  items: ExternalItem[];
  @Field(() => MoneyScalar, { description: "Total amount of the quotation, with tax." })
  total: number;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => QuotationStatus, {
    description: "Current status: `draft`, `sent`, `accepted`, `declined` or `expired`.",
  })
  status: QuotationStatus;
  @Field(() => DateScalar, { description: "Last day on which the quotation is valid." })
  validUntil: string;
  @Field(() => Date, { description: "Time at which the quotation was created." })
  createdAt: Date;
}

@ObjectType({ description: "The newest quotations of the account." })
export class ExternalQuotationList {
  @Field(() => [ExternalQuotation], { description: "Quotations that match the filter, newest first." })
  quotations: ExternalQuotation[];
  @Field(() => Int, {
    description: "Number of quotations that match the filter, including those not returned.",
  })
  total: number;
}

@ObjectType({ description: "Quotation details shown to the holder of its link." })
export class QuotationPortalPage {
  @Field(() => String, { description: "Quotation number that the client quotes." })
  number: string;
  @Field(() => String, { description: "Name of the client who received the quotation." })
  clientName: string;
  @Field(() => [ExternalItem], { description: "Lines of the quotation, in order." })
  items: ExternalItem[];
  @Field(() => MoneyScalar, { description: "Discount on the whole quotation, deducted before tax." })
  discount: number;
  @Field(() => MoneyScalar, { description: "Sum of the lines less the discount, before tax." })
  subtotal: number;
  @Field(() => [InvoiceTaxLine], { description: "Taxes of the quotation by rate, as of an invoice." })
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar, { description: "Sum of all taxes; a withheld tax lowers it." })
  taxTotal: number;
  @Field(() => MoneyScalar, { description: "Total amount of the quotation, with tax." })
  total: number;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => DateScalar, { description: "Last day on which the quotation is valid." })
  validUntil: string;
  @Field(() => String, {
    nullable: true,
    description: "Notes for the client on the quotation. Null without notes.",
  })
  notes: string | null;
  @Field(() => QuotationStatus, { description: "Current status of the quotation." })
  status: QuotationStatus;
  @Field(() => Boolean, { description: "True while the quotation can be accepted or declined." })
  isOpen: boolean;
  @Field(() => String, { description: "Locale of the page, such as `de-CH`." })
  locale: string;
  @Field(() => SellerCard, { description: "Seller of the quotation, as it was last sent." })
  seller: SellerCard;
}
