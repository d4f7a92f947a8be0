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
  description: "How often. A 31st falls on the last day of shorter months.",
});

export const RecurringStatus = { active: "active", paused: "paused", ended: "ended" } as const;
export type RecurringStatus = keyof typeof RecurringStatus;
registerEnumType(RecurringStatus, { name: "RecurringStatus", description: "State of a recurring invoice." });

@ObjectType({ description: "An invoice that is made again and again." })
export class RecurringInvoice {
  @Field(() => ID)
  id: string;
  @Field(() => RecurringStatus)
  status: RecurringStatus;
  @Field(() => ID)
  clientId: string;
  @Field(() => String)
  client: string;
  @Field(() => RecurringFrequency)
  frequency: RecurringFrequency;
  @Field(() => DateScalar)
  startDate: string;
  @Field(() => DateScalar, { nullable: true })
  endDate: string | null;
  @Field(() => Int, { nullable: true, description: "How many there are in all." })
  count: number | null;
  @Field(() => Boolean, { description: "True when its invoices are issued and e-mailed at once." })
  autoSend: boolean;
  @Field(() => String)
  timezone: string;
  @Field(() => Int, { description: "How many dates have passed." })
  made: number;
  @Field(() => DateScalar, { nullable: true, description: "Null when it has ended." })
  nextDate: string | null;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of recurring invoices, newest first." })
export class RecurringInvoicePage extends countedPageOf(RecurringInvoice, "recurringInvoices") {}

@InputType({
  description: "An invoice to make again and again. With sendEmail each is issued and e-mailed at once.",
})
export class CreateRecurringInvoiceInput extends CreateInvoiceInput {
  @Field(() => RecurringFrequency)
  frequency: RecurringFrequency;
  @Field(() => DateScalar, { description: "The first date; not in the past." })
  startDate: string;
  @Field(() => DateScalar, { nullable: true, description: "The last day on which there may be one." })
  endDate?: string | null;
  @Field(() => Int, { nullable: true, description: "How many there are in all." })
  @IsOptional()
  @Min(1)
  @Max(1000)
  count?: number | null;
  @Field(() => String, { nullable: true, description: "IANA name; the account's when left out." })
  @IsOptional()
  @MaxLength(64)
  @HasFormat("time-zone")
  timezone?: string | null;
}

@InputType({ description: "One recurring invoice." })
export class RecurringIdInput {
  @Field(() => ID)
  @MaxLength(64)
  recurringId: string;
}

@ArgsType()
export class RecurringInvoicesArgs extends PageArgs {
  @Field(() => RecurringStatus, { nullable: true })
  status?: RecurringStatus | null;
}
