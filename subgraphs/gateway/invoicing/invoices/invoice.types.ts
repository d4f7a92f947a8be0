import { Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPageOrNull } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const InvoiceStatus = {
  draft: "draft",
  sent: "sent",
  paid: "paid",
  overdue: "overdue",
  cancelled: "cancelled",
} as const;
export type InvoiceStatus = keyof typeof InvoiceStatus;
registerEnumType(InvoiceStatus, {
  name: "InvoiceStatus",
  description: "State of an invoice. `overdue` is a sent one whose due date has passed.",
});

export const InvoiceDelivery = { none: "none", queued: "queued", sent: "sent", failed: "failed" } as const;
export type InvoiceDelivery = keyof typeof InvoiceDelivery;
registerEnumType(InvoiceDelivery, {
  name: "InvoiceDelivery",
  description: "What became of the invoice's e-mail. A failed delivery does not undo the issue.",
});

@ObjectType({ description: "The client of an invoice, as it was when the invoice was made." })
export class InvoiceClient {
  @Field(() => ID, { nullable: true, description: "Null for a client without an e-mail address." })
  id: string | null;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => String, { nullable: true })
  address: string | null;
  /** Judged by the access rule; not part of the graph. */
  ownerId: string;
}

@ObjectType({ description: "One line of an invoice." })
export class InvoiceLine {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  description: string;
  @Field(() => Float)
  quantity: number;
  @Field(() => MoneyScalar)
  unitPrice: number;
  @Field(() => MoneyScalar, { description: "Taken off quantity x unit price." })
  discount: number;
  @Field(() => MoneyScalar, { description: "Quantity x unit price less the line's discount, before tax." })
  total: number;
  @Field(() => ID, { nullable: true, description: "The item of the catalogue that it was copied from." })
  itemId: string | null;
  @Field(() => [Float], { description: "Tax rates of the line in percent." })
  taxRates: number[];
}

@ObjectType({ description: "Tax of one rate, on the sum of the lines that carry it." })
export class InvoiceTaxLine {
  @Field(() => Float, { description: "Percent: 13 is 13 %." })
  rate: number;
  @Field(() => MoneyScalar)
  base: number;
  @Field(() => MoneyScalar)
  tax: number;
}

@ObjectType({
  description: "An invoice of the caller's account. Amounts are in major units of its currency.",
})
@Directive('@key(fields: "id")')
export class Invoice {
  @Field(() => ID)
  id: string;
  /** Judged by the access rule; not part of the graph. */
  ownerId: string;
  @Field(() => ID)
  appId: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Gapless per account. Given at issue, or by the external API when the draft is made; null on other drafts.",
  })
  number: string | null;
  @Field(() => InvoiceStatus)
  status: InvoiceStatus;
  @Field(() => InvoiceDelivery)
  delivery: InvoiceDelivery;
  @Field(() => InvoiceClient)
  client: InvoiceClient;
  /** Present where they were just written; otherwise loaded when asked for. */
  lines?: InvoiceLine[];
  @Field(() => String, { description: "USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Taken off the sum of the lines before tax." })
  discount: number;
  @Field(() => MoneyScalar, { description: "Sum of the lines less the discount, before tax." })
  subtotal: number;
  @Field(() => [InvoiceTaxLine])
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar)
  taxTotal: number;
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => MoneyScalar)
  amountPaid: number;
  @Field(() => MoneyScalar, { description: "Credit notes that were applied to it." })
  amountCredited: number;
  @Field(() => MoneyScalar)
  amountWrittenOff: number;
  @Field(() => MoneyScalar)
  amountDue: number;
  @Field(() => DateScalar, { nullable: true })
  issueDate: string | null;
  @Field(() => DateScalar, { nullable: true })
  dueDate: string | null;
  @Field(() => String, { nullable: true })
  notes: string | null;
  @Field(() => String, {
    description: "Page where the client sees and pays the invoice; not open for a draft.",
  })
  paymentLink: string;
  @Field(() => Date, { nullable: true })
  sentAt: Date | null;
  @Field(() => Date, { nullable: true })
  paidAt: Date | null;
  @Field(() => Date, { nullable: true })
  cancelledAt: Date | null;
  @Field(() => String, { nullable: true })
  cancelReason: string | null;
  @Field(() => ID, { nullable: true, description: "The accepted quotation that it was made from." })
  quotationId: string | null;
  @Field(() => ID, { nullable: true, description: "The recurring invoice that made it." })
  recurringId: string | null;
  @Field(() => String, { description: "`invoice`: tax is rounded once a rate; `line`: for each line." })
  taxRoundingLevel: string;
  @Field(() => String, { description: "`half_up` or `half_even`." })
  roundingMode: string;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of invoices, newest first." })
export class InvoicePage extends countedPageOf(Invoice, "invoices", {
  total: "Invoices that fit the filter, on all pages.",
  nextCursor: nextPageOrNull,
}) {}

@ObjectType({ description: "What was deleted." })
export class DeletedDocument {
  @Field(() => ID)
  id: string;
  @Field(() => Boolean)
  deleted: boolean;
}

@ObjectType({ description: "What the holder of a payment link sees of the invoice." })
export class InvoicePaymentPage {
  @Field(() => String, { nullable: true })
  number: string | null;
  @Field(() => String)
  clientName: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => MoneyScalar)
  amountDue: number;
  @Field(() => InvoiceStatus)
  status: InvoiceStatus;
  @Field(() => Boolean, { description: "True while the invoice can be paid." })
  isOpen: boolean;
  @Field(() => String, { description: "The state in a sentence." })
  message: string;
}

/** Asks for the newest invoices of one app, or of all. */
export interface RecentInvoices {
  appId: string | null;
  first: number;
}
