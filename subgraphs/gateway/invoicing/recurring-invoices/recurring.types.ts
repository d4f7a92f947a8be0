import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { HasFormat } from "../../../../src/graphql/validators.ts";
import { CreateInvoiceInput } from "../invoices/invoicing.types.ts";
import { PageArgs } from "../../base/page.types.ts";

export const RecurringFrequency = {
  weekly: "weekly",
  monthly: "monthly",
  quarterly: "quarterly",
  yearly: "yearly",
} as const;
export type RecurringFrequency = keyof typeof RecurringFrequency;
registerEnumType(RecurringFrequency, {
  name: "RecurringFrequency",
  description: "Interval between recurring invoices. A 31st falls on the last day of shorter months.",
  valuesConfig: {
    weekly: { description: "Every 7 days from the start date." },
    monthly: { description: "Every month on the day of the start date." },
    quarterly: { description: "Every 3 months on the day of the start date." },
    yearly: { description: "Every 12 months on the day of the start date." },
  },
});

export const RecurringStatus = { active: "active", paused: "paused", ended: "ended" } as const;
export type RecurringStatus = keyof typeof RecurringStatus;
registerEnumType(RecurringStatus, {
  name: "RecurringStatus",
  description: "Status of a recurring invoice.",
  valuesConfig: {
    active: { description: "Creates an invoice on each of its dates." },
    paused: { description: "Creates no invoices for now." },
    ended: { description: "Creates no more invoices." },
  },
});

@ObjectType({ description: "A schedule that creates an invoice at regular intervals." })
export class RecurringInvoice {
  @Field(() => ID, { description: "Unique ID of the recurring invoice." })
  id: string;
  @Field(() => RecurringStatus, { description: "Current status: `active`, `paused` or `ended`." })
  status: RecurringStatus;
  @Field(() => ID, { description: "ID of the client who is billed." })
  clientId: string;
  @Field(() => String, { description: "E-mail address of the client who is billed." })
  client: string;
  @Field(() => RecurringFrequency, { description: "Interval between invoices, such as `monthly`." })
  frequency: RecurringFrequency;
  @Field(() => DateScalar, { description: "Date of the first invoice." })
  startDate: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day on which an invoice can be created. Null without an end date.",
  })
  endDate: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Total number of invoices to create. Null without a limit.",
  })
  count: number | null;
  @Field(() => Boolean, {
    description: "Whether invoices are issued and e-mailed on creation. False creates drafts.",
  })
  autoSend: boolean;
  @Field(() => String, { description: "IANA time zone in which the dates begin, such as Europe/Berlin." })
  timezone: string;
  @Field(() => Int, { description: "Number of scheduled dates that have passed." })
  made: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the next invoice. Null once it has ended.",
  })
  nextDate: string | null;
  @Field(() => Int, { description: "Version number, increased by every change." })
  version: number;
  @Field(() => Date, { description: "Time at which the recurring invoice was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the recurring invoice's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of recurring invoices, newest first." })
export class RecurringInvoicePage extends countedPageOf(RecurringInvoice, "recurringInvoices") {}

@InputType({
  description:
    "An invoice to create at regular intervals. With `sendEmail` each one is also issued and e-mailed.",
})
export class CreateRecurringInvoiceInput extends CreateInvoiceInput {
  @Field(() => RecurringFrequency, {
    description: "Interval between invoices: `weekly`, `monthly`, `quarterly` or `yearly`.",
  })
  frequency: RecurringFrequency;
  @Field(() => DateScalar, { description: "Date of the first invoice, YYYY-MM-DD, not in the past." })
  startDate: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day on which an invoice can be created, not before startDate. Default: no end date.",
  })
  endDate?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Total number of invoices to create, 1 to 1,000. Default: no limit.",
  })
  @IsOptional()
  @Min(1)
  @Max(1000)
  count?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the dates, such as Europe/Berlin. Default: the account's time zone.",
  })
  @IsOptional()
  @MaxLength(64)
  @HasFormat("time-zone")
  timezone?: string | null;
}

@InputType({ description: "The recurring invoice to act on." })
export class RecurringIdInput {
  @Field(() => ID, { description: "ID of the recurring invoice." })
  @MaxLength(64)
  recurringId: string;
}

@ArgsType()
export class RecurringInvoicesArgs extends PageArgs {
  @Field(() => RecurringStatus, {
    nullable: true,
    description: "Returns only recurring invoices in this status.",
  })
  status?: RecurringStatus | null;
}
