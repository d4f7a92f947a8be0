import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { HasFormat } from "../../../../src/graphql/validators.ts";
import { InvoiceLineInput } from "../invoices/invoice-line.types.ts";
import { InvoiceStatus } from "../invoices/invoice.types.ts";
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
  @Field(() => Int, {
    description: "Number of weeks, months, quarters or years between two invoices, by the frequency.",
  })
  interval: number;
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
  @Field(() => Boolean, {
    description: "Whether the client's saved payment method is charged for each invoice that is sent.",
  })
  autoCharge: boolean;
  @Field(() => String, { description: "IANA time zone in which the dates begin, such as Europe/Berlin." })
  timezone: string;
  @Field(() => Int, { description: "Number of scheduled dates that have passed." })
  made: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the next invoice. Null once it has ended.",
  })
  nextDate: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date on which a paused one continues automatically. Null when it has to be resumed.",
  })
  resumeAt: string | null;
  @Field(() => Int, { description: "Version number, increased by every change." })
  version: number;
  @Field(() => Date, { description: "Time at which the recurring invoice was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the recurring invoice's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "An invoice that a recurring invoice has created." })
export class ProducedInvoice {
  @Field(() => ID, { description: "ID of the invoice." })
  invoiceId: string;
  @Field(() => DateScalar, { description: "Scheduled date that created it." })
  date: string;
  @Field(() => String, { nullable: true, description: "Invoice number. Null on a draft." })
  number: string | null;
  @Field(() => InvoiceStatus, { description: "Current status of the invoice, such as `paid`." })
  status: InvoiceStatus;
  @Field(() => MoneyScalar, { description: "Total amount of the invoice, with tax." })
  total: number;
  @Field(() => String, { description: "Currency of the total: USD, CAD, EUR or GBP." })
  currency: string;
}

@ObjectType({ description: "A recurring invoice with the invoices that it has created." })
export class RecurringInvoiceDetails extends RecurringInvoice {
  @Field(() => [ProducedInvoice], { description: "Newest invoices that it has created, up to 20." })
  invoices: ProducedInvoice[];
}

@ObjectType({ description: "A page of recurring invoices, newest first." })
export class RecurringInvoicePage extends countedPageOf(RecurringInvoice, "recurringInvoices") {}

/** Describes a recurrence rule as an argument. */
export const ruleWords =
  "Recurrence rule (RFC 5545) in place of frequency, interval, endDate and count. FREQ, INTERVAL, and COUNT or UNTIL.";

@InputType({
  description:
    "An invoice to create at regular intervals. With `sendEmail` each one is also issued and e-mailed.",
})
export class CreateRecurringInvoiceInput extends CreateInvoiceInput {
  @Field(() => RecurringFrequency, {
    nullable: true,
    description: "Interval between invoices, such as `monthly`. Required unless rrule is given.",
  })
  frequency?: RecurringFrequency | null;
  @Field(() => Int, {
    nullable: true,
    description: "Number of weeks, months, quarters or years between two invoices, 1 to 100. Default 1.",
  })
  @IsOptional()
  @Min(1)
  @Max(100)
  interval?: number | null;
  @Field(() => String, { nullable: true, description: ruleWords })
  @IsOptional()
  @MaxLength(200)
  rrule?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to issue and e-mail each invoice. Takes precedence over sendEmail. Default false.",
  })
  autoSend?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "True to charge the client's saved payment method for each invoice that is sent. Default false.",
  })
  @IsOptional()
  autoCharge?: boolean | null;
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

/** Fields of an input that define a schedule. */
export interface ScheduleInput {
  frequency?: RecurringFrequency | null;
  interval?: number | null;
  rrule?: string | null;
  endDate?: string | null;
  count?: number | null;
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

@InputType({ description: "Fields of a recurring invoice to change, for future invoices only." })
export class UpdateRecurringInvoiceInput extends RecurringIdInput {
  @Field(() => [InvoiceLineInput], {
    nullable: true,
    description: "New lines of future invoices, 1 to 200, which replace all existing ones.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items?: InvoiceLineInput[] | null;
  @Field(() => Float, {
    nullable: true,
    description: "Tax rate on every line in percent, at most 4 decimals; null removes it.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Discount on each invoice, deducted before tax; null removes it.",
  })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Notes to print on each invoice, up to 5,000 characters; null removes them.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether invoices are issued and e-mailed on creation. Null or false creates drafts.",
  })
  autoSend?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to charge the client's saved payment method for each invoice that is sent.",
  })
  @IsOptional()
  autoCharge?: boolean | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "New last day, not before the next date; null removes it.",
  })
  endDate?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "New total number of dates, 1 to 1,000, above those that have passed; null removes it.",
  })
  @IsOptional()
  @Min(1)
  @Max(1000)
  count?: number | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Version that the change is based on. A newer version on the server returns VERSION_CONFLICT.",
  })
  version?: number | null;
}

@InputType({ description: "A recurring invoice to pause. Dates that pass meanwhile are not billed." })
export class PauseRecurringInvoiceInput extends RecurringIdInput {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date from which it continues automatically, after today. Default: until it is resumed.",
  })
  resumeAt?: string | null;
}

@ArgsType()
export class RecurringInvoiceArgs {
  @Field(() => ID, { description: "ID of the recurring invoice." })
  @MaxLength(64)
  recurringId: string;
}
