import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { ExternalItem } from "../invoices/external-invoice.types.ts";
import { InvoiceClient, InvoiceDelivery } from "../invoices/invoice.types.ts";

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
  description: "State of a quotation. `expired` is a sent one whose last day has passed.",
});

@ObjectType({
  description: "A quotation of the caller's account. Amounts are in major units of its currency.",
})
@Directive('@key(fields: "id")')
export class Quotation {
  @Field(() => ID)
  id: string;
  /** Judged by the access rule; not part of the graph. */
  ownerId: string;
  @Field(() => ID)
  appId: string;
  @Field(() => String, { description: "Gapless per account and year." })
  number: string;
  @Field(() => QuotationStatus)
  status: QuotationStatus;
  @Field(() => InvoiceDelivery)
  delivery: InvoiceDelivery;
  @Field(() => InvoiceClient)
  client: InvoiceClient;
  @Field(() => [ExternalItem])
  items: ExternalItem[];
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => String, { description: "USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => DateScalar, { description: "The last day it holds." })
  validUntil: string;
  @Field(() => String, { nullable: true })
  notes: string | null;
  @Field(() => String, {
    description: "Page where the client sees, accepts or declines the quotation; not open for a draft.",
  })
  portalLink: string;
  @Field(() => ID, { nullable: true, description: "The invoice that was made from it." })
  invoiceId: string | null;
  @Field(() => Date, { nullable: true })
  sentAt: Date | null;
  @Field(() => Date, { nullable: true })
  acceptedAt: Date | null;
  @Field(() => String, { nullable: true })
  acceptedBy: string | null;
  @Field(() => Date, { nullable: true })
  declinedAt: Date | null;
  @Field(() => String, { nullable: true })
  declineReason: string | null;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "The newest quotations." })
export class QuotationPage extends countedPageOf(Quotation, "quotations") {}

@ObjectType({
  description:
    "A quotation as the external API and webhooks show it. Amounts are in major units of its currency.",
})
export class ExternalQuotation {
  @Field(() => ID)
  quotationId: string;
  @Field(() => String)
  quotationNumber: string;
  @Field(() => String)
  customerName: string;
  @Field(() => String, { nullable: true })
  customerEmail: string | null;
  @Field(() => [ExternalItem])
  items: ExternalItem[];
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => String, { description: "USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => QuotationStatus)
  status: QuotationStatus;
  @Field(() => DateScalar, { description: "The last day it holds." })
  validUntil: string;
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType({ description: "The newest quotations." })
export class ExternalQuotationList {
  @Field(() => [ExternalQuotation])
  quotations: ExternalQuotation[];
  @Field(() => Int, { description: "How many fit the filter in all." })
  total: number;
}

@ObjectType({ description: "What the holder of a quotation's link sees of it." })
export class QuotationPortalPage {
  @Field(() => String)
  number: string;
  @Field(() => String)
  clientName: string;
  @Field(() => [ExternalItem])
  items: ExternalItem[];
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => String)
  currency: string;
  @Field(() => DateScalar)
  validUntil: string;
  @Field(() => String, { nullable: true })
  notes: string | null;
  @Field(() => QuotationStatus)
  status: QuotationStatus;
  @Field(() => Boolean, { description: "True while it can be accepted or declined." })
  isOpen: boolean;
}
