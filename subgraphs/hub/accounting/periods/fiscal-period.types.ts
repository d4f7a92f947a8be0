import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

export const FiscalPeriodStatus = { open: "open", closed: "closed" } as const;
export type FiscalPeriodStatus = keyof typeof FiscalPeriodStatus;
registerEnumType(FiscalPeriodStatus, {
  name: "FiscalPeriodStatus",
  description: "Whether a fiscal period takes postings.",
  valuesConfig: {
    open: { description: "Entries can be posted." },
    closed: { description: "No entry can be posted." },
  },
});

export const FiscalPeriodAction = { closed: "closed", reopened: "reopened" } as const;
export type FiscalPeriodAction = keyof typeof FiscalPeriodAction;
registerEnumType(FiscalPeriodAction, {
  name: "FiscalPeriodAction",
  description: "Change of a fiscal period.",
  valuesConfig: {
    closed: { description: "The period was closed." },
    reopened: { description: "The period was opened again." },
  },
});

@ObjectType({ description: "Closing or reopening of a fiscal period." })
export class FiscalPeriodChange {
  @Field(() => FiscalPeriodAction, { description: "What was done." })
  action: FiscalPeriodAction;
  @Field(() => String, { nullable: true, description: "Why it was reopened; null for closings." })
  reason: string | null;
  @Field(() => ID, { description: "ID of the user who did it." })
  madeBy: string;
  @Field(() => Date, { description: "When it was done." })
  madeAt: Date;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the entry that booked the year's result or took it back; null without one.",
  })
  entryId: string | null;
}

@ObjectType({ description: "Month of a fiscal year." })
export class FiscalPeriod {
  @Field(() => ID, { description: "Unique ID of the period." })
  id: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => Int, { description: "Fiscal year of the period." })
  fiscalYear: number;
  @Field(() => Int, { description: "Place in the fiscal year, 1 to 12." })
  number: number;
  @Field(() => DateScalar, { description: "First day of the period." })
  startDate: string;
  @Field(() => DateScalar, { description: "Last day of the period." })
  endDate: string;
  @Field(() => FiscalPeriodStatus, { description: "Whether the period takes postings." })
  status: FiscalPeriodStatus;
  @Field(() => [FiscalPeriodChange], { description: "Closings and reopenings, oldest first." })
  changes: FiscalPeriodChange[];
}

@ObjectType({ description: "Periods of a fiscal year." })
export class FiscalPeriodList {
  @Field(() => [FiscalPeriod], { description: "The 12 months in order; empty without a ledger." })
  periods: FiscalPeriod[];
  @Field(() => Int, { description: "Fiscal year of the periods." })
  fiscalYear: number;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
}

@ArgsType()
export class FiscalPeriodsArgs {
  @Field(() => Int, { description: "Fiscal year: the calendar year in which it ends." })
  @IsInt()
  @Min(1901)
  @Max(2199)
  year: number;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}

@InputType({ description: "Fiscal period to close." })
export class CloseFiscalPeriodInput {
  @Field(() => ID, { description: "ID of the fiscal period." })
  @MaxLength(64)
  periodId: string;
}

@InputType({ description: "Fiscal period to open again." })
export class ReopenFiscalPeriodInput {
  @Field(() => ID, { description: "ID of the fiscal period." })
  @MaxLength(64)
  periodId: string;
  @Field(() => String, { description: "Why it is reopened, up to 500 characters. Kept with the period." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}
