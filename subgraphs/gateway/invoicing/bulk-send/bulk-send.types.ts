import { ArrayMaxSize, ArrayMinSize, ArrayUnique, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";

export const InvoiceBatchStatus = { running: "running", finished: "finished" } as const;
export type InvoiceBatchStatus = keyof typeof InvoiceBatchStatus;
registerEnumType(InvoiceBatchStatus, {
  name: "InvoiceBatchStatus",
  description: "Status of a batch of invoices.",
  valuesConfig: {
    running: { description: "Some invoices are still to be sent." },
    finished: { description: "Every invoice was sent or has failed." },
  },
});

export const InvoiceBatchItemStatus = { pending: "pending", sent: "sent", failed: "failed" } as const;
export type InvoiceBatchItemStatus = keyof typeof InvoiceBatchItemStatus;
registerEnumType(InvoiceBatchItemStatus, {
  name: "InvoiceBatchItemStatus",
  description: "Status of an invoice in a batch.",
  valuesConfig: {
    pending: { description: "The invoice is still to be sent." },
    sent: { description: "The invoice was issued and its e-mail queued." },
    failed: { description: "The invoice was not sent; the error says why." },
  },
});

@ObjectType({ description: "Result of sending one invoice of a batch." })
export class InvoiceBatchItem {
  @Field(() => ID, { description: "ID of the invoice, as given." })
  invoiceId: string;
  @Field(() => InvoiceBatchItemStatus, { description: "Status: `pending`, `sent` or `failed`." })
  status: InvoiceBatchItemStatus;
  @Field(() => Boolean, { description: "True once the invoice was issued and its e-mail queued." })
  ok: boolean;
  @Field(() => String, { nullable: true, description: "Error code of a failed invoice. Null for others." })
  errorCode: string | null;
  @Field(() => String, { nullable: true, description: "Why the invoice failed. Null for others." })
  error: string | null;
}

@ObjectType({ description: "Draft invoices that are issued and e-mailed together." })
export class InvoiceBatch {
  @Field(() => ID, { description: "Unique ID of the batch." })
  id: string;
  @Field(() => InvoiceBatchStatus, { description: "Current status: `running` or `finished`." })
  status: InvoiceBatchStatus;
  @Field(() => Int, { description: "Number of invoices that were sent." })
  sent: number;
  @Field(() => Int, { description: "Number of invoices that failed." })
  failed: number;
  @Field(() => Int, { description: "Number of invoices still to be sent." })
  pending: number;
  @Field(() => [InvoiceBatchItem], { description: "Result of each invoice, in the given order." })
  results: InvoiceBatchItem[];
  @Field(() => Date, { description: "Time at which the batch was created." })
  createdAt: Date;
  @Field(() => Date, { nullable: true, description: "Time at which the batch finished. Null until then." })
  finishedAt: Date | null;
}

@InputType({ description: "Draft invoices to issue and e-mail to their clients." })
export class BulkSendInvoicesInput {
  @Field(() => [ID], { description: "IDs of 1 to 100 different draft invoices." })
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  invoiceIds: string[];
}

@ArgsType()
export class InvoiceBatchArgs {
  @Field(() => ID, { description: "ID of the batch." })
  @MaxLength(64)
  batchId: string;
}
