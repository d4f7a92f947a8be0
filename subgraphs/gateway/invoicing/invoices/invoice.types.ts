import { Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
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
  description:
    "Status of an invoice. An overdue invoice returns to `sent` when its due date moves to a later day.",
  valuesConfig: {
    draft: { description: "Not issued yet, so every field can still change." },
    sent: { description: "Issued, with an open amount and a due date that has not passed." },
    paid: { description: "Nothing is due after payments, credit notes or a write-off." },
    overdue: { description: "Issued, with an open amount after the due date." },
    cancelled: { description: "Voided and no longer due; it keeps its number." },
  },
});

export const InvoiceDelivery = { none: "none", queued: "queued", sent: "sent", failed: "failed" } as const;
export type InvoiceDelivery = keyof typeof InvoiceDelivery;
registerEnumType(InvoiceDelivery, {
  name: "InvoiceDelivery",
  description:
    "E-mail delivery status of an invoice or quotation. A failed delivery does not undo the issue.",
  valuesConfig: {
    none: { description: "No e-mail was requested." },
    queued: { description: "The e-mail is waiting to be sent." },
    sent: { description: "The mail server accepted the e-mail." },
    failed: { description: "The e-mail was refused or all retries failed." },
  },
});

@ObjectType({ description: "Client details of an invoice, copied when the invoice was created." })
export class InvoiceClient {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the client record. Null when the customer was given without an e-mail address.",
  })
  id: string | null;
  @Field(() => String, { description: "Name of the client as printed on the invoice." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address that receives the invoice. Null when the client has none.",
  })
  email: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Postal address of the client as printed on the invoice. Null when none was given.",
  })
  address: string | null;
  /** Checked by the access rule; not part of the schema. */
  ownerId: string;
}

@ObjectType({ description: "One line of an invoice." })
export class InvoiceLine {
  @Field(() => ID, { description: "Unique ID of the line, used to credit part of an invoice." })
  id: string;
  @Field(() => String, { description: "Text of the line that the client reads." })
  description: string;
  @Field(() => Float, { description: "Quantity billed, with at most 4 decimals." })
  quantity: number;
  @Field(() => MoneyScalar, {
    description:
      "Price per unit as entered: before tax unless its tax rate is inclusive. Negative for a deduction.",
  })
  unitPrice: number;
  @Field(() => MoneyScalar, {
    description: "Discount deducted from quantity x unit price, before tax. 0 without a discount.",
  })
  discount: number;
  @Field(() => MoneyScalar, {
    description:
      "Line total before tax: quantity x unit price less the line discount. Taxes that the price includes are deducted.",
  })
  total: number;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the catalogue item that the line was copied from. Null for a line without an item.",
  })
  itemId: string | null;
  @Field(() => [Float], {
    description:
      "Tax rates of the line in percent: 13 means 13 %. Below 0 for a withheld tax. Empty when it is not taxed.",
  })
  taxRates: number[];
}

@ObjectType({ description: "Tax at one rate, on the sum of the lines that carry it." })
export class InvoiceTaxLine {
  @Field(() => Float, { description: "Tax rate in percent: 13 means 13 %. Below 0 for a withheld tax." })
  rate: number;
  @Field(() => MoneyScalar, { description: "Amount that is taxed at this rate, before tax." })
  base: number;
  @Field(() => MoneyScalar, { description: "Tax amount at this rate." })
  tax: number;
}

@ObjectType({
  description:
    "An invoice of the account. Amounts are in major units of its currency (12.50 is 12 dollars 50).",
})
@Directive('@key(fields: "id")')
export class Invoice {
  @Field(() => ID, { description: "Unique ID of the invoice." })
  id: string;
  /** Checked by the access rule; not part of the schema. */
  ownerId: string;
  @Field(() => ID, { description: "ID of the app that created the invoice." })
  appId: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Invoice number, gapless per account and prefix. Assigned when the invoice is issued, or at creation by the external API. Null on other drafts.",
  })
  number: string | null;
  @Field(() => InvoiceStatus, {
    description: "Current status: `draft`, `sent`, `paid`, `overdue` or `cancelled`.",
  })
  status: InvoiceStatus;
  @Field(() => InvoiceDelivery, { description: "Delivery status of the invoice's latest e-mail." })
  delivery: InvoiceDelivery;
  @Field(() => InvoiceClient, { description: "Client who is billed, as of the invoice's creation." })
  client: InvoiceClient;
  /** Present right after a write; otherwise loaded on request. */
  lines?: InvoiceLine[];
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, {
    description:
      "Discount on the whole invoice, deducted from the sum of the lines before tax. 0 without a discount.",
  })
  discount: number;
  @Field(() => MoneyScalar, { description: "Sum of the lines less the discount, before tax." })
  subtotal: number;
  @Field(() => [InvoiceTaxLine], {
    description: "Tax amounts, one entry per tax rate. Empty when nothing is taxed.",
  })
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar, { description: "Sum of all taxes on the invoice." })
  taxTotal: number;
  @Field(() => MoneyScalar, { description: "Total amount to pay: subtotal plus taxes." })
  total: number;
  @Field(() => MoneyScalar, {
    description: "Amount paid so far: allocated payments less refunds. 0 when unpaid.",
  })
  amountPaid: number;
  @Field(() => MoneyScalar, {
    description: "Amount covered by credit notes applied to this invoice. 0 without any.",
  })
  amountCredited: number;
  @Field(() => MoneyScalar, {
    description: "Amount written off as uncollectible. 0 when nothing was written off.",
  })
  amountWrittenOff: number;
  @Field(() => MoneyScalar, {
    description: "Amount still to pay: total less payments, credits and write-offs. 0 when cancelled.",
  })
  amountDue: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date on which the invoice was issued, in the account's time zone. Null on a draft.",
  })
  issueDate: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Issue date that the draft gets when it is issued. Null means the day of issue.",
  })
  plannedIssueDate: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last date for payment, in the account's time zone. Null when the invoice has no due date.",
  })
  dueDate: string | null;
  @Field(() => String, { nullable: true, description: "Notes printed on the invoice. Null without notes." })
  notes: string | null;
  @Field(() => String, {
    description:
      "URL of the page where the client views and pays the invoice. The page opens once the invoice is issued.",
  })
  paymentLink: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the invoice was issued. Null on a draft.",
  })
  sentAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the invoice was settled in full. Null until then.",
  })
  paidAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the invoice was cancelled. Null unless cancelled.",
  })
  cancelledAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason given for the cancellation. Null unless cancelled.",
  })
  cancelReason: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the accepted quotation that it was converted from. Null for other invoices.",
  })
  quotationId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the recurring invoice that created it. Null for other invoices.",
  })
  recurringId: string | null;
  @Field(() => String, {
    description: "Tax rounding level, fixed at creation: `invoice` (once per rate) or `line` (per line).",
  })
  taxRoundingLevel: string;
  @Field(() => String, { description: "Rounding mode, fixed at creation: `half_up` or `half_even`." })
  roundingMode: string;
  @Field(() => Int, {
    description: "Version number, increased by every change. Send it with an update to detect conflicts.",
  })
  version: number;
  @Field(() => Date, { description: "Time at which the invoice was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the invoice's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of invoices, newest first." })
export class InvoicePage extends countedPageOf(Invoice, "invoices") {}

@ObjectType({ description: "Confirmation that a draft was deleted." })
export class DeletedDocument {
  @Field(() => ID, { description: "ID of the deleted draft." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the draft no longer exists." })
  deleted: boolean;
}
