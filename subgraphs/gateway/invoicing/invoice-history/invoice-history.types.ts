import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const InvoiceChangeType = {
  created: "created",
  sent: "sent",
  paid: "paid",
  overdue: "overdue",
  cancelled: "cancelled",
  updated: "updated",
  disputed: "disputed",
  dispute_closed: "dispute_closed",
  refund_failed: "refund_failed",
  delivery_failed: "delivery_failed",
} as const;
export type InvoiceChangeType = keyof typeof InvoiceChangeType;
registerEnumType(InvoiceChangeType, {
  name: "InvoiceChangeType",
  description: "Kind of a change in an invoice's history.",
  valuesConfig: {
    created: { description: "The invoice was created." },
    sent: { description: "The invoice was issued." },
    paid: { description: "Nothing is due any more." },
    overdue: { description: "The due date passed with an open amount." },
    cancelled: { description: "The invoice was voided." },
    updated: { description: "Fields, lines or the open amount changed." },
    disputed: { description: "The client's bank disputes an online payment." },
    dispute_closed: { description: "A dispute of an online payment was decided." },
    refund_failed: { description: "The client's bank did not accept a refund." },
    delivery_failed: {
      description: "The mail server of the client refused the e-mail, or all retries failed.",
    },
  },
});

@ObjectType({ description: "A change in the history of an invoice." })
export class InvoiceHistoryEntry {
  @Field(() => ID, { description: "Unique ID of the entry." })
  id: string;
  @Field(() => ID, { description: "ID of the invoice that changed." })
  invoiceId: string;
  @Field(() => InvoiceChangeType, { description: "Kind of the change, such as `created` or `paid`." })
  type: InvoiceChangeType;
  @Field(() => String, {
    nullable: true,
    description: "Who made the change: `user`, `api_key` or `service_account`. Null for the platform.",
  })
  actorType: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the user, key or service account. Null for the platform.",
  })
  actorId: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Changed fields before the change. Null for a new invoice.",
  })
  before: Record<string, unknown> | null;
  @Field(() => JSONObjectScalar, {
    description: "Changed fields after the change; all fields for a new invoice.",
  })
  after: Record<string, unknown>;
  @Field(() => Date, { description: "Time of the change." })
  at: Date;
}

@ObjectType({ description: "A page of an invoice's history, newest first." })
export class InvoiceHistoryPage extends countedPageOf(InvoiceHistoryEntry, "entries") {}

@ArgsType()
export class InvoiceHistoryArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the invoice." })
  @MaxLength(64)
  invoiceId: string;
}
