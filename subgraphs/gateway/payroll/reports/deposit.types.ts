import { Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";
import type { TaxForm } from "./tax-deposits.ts";

@InputType({ description: "A deposit of payroll taxes that was made." })
export class RecordTaxDepositInput {
  @Field(() => String, { description: "IRS, or a state's two letters." })
  @Matches(/^(IRS|[A-Z]{2})$/, { message: "must be IRS or a state" })
  agency: string;
  @Field(() => String, {
    description: "941 or 940 of the IRS; state_income or state_unemployment of a state.",
  })
  @Matches(/^(941|940|state_income|state_unemployment)$/)
  form: TaxForm;
  @Field(() => String, { description: "Of the return: a quarter as 2026-Q1; of Form 940 a year as 2026." })
  @Matches(/^20\d{2}(-Q[1-4])?$/, { message: "must be a quarter as 2026-Q1, or a year as 2026" })
  period: string;
  @Field(() => UsDollarsScalar, { description: "At most what is open for the period." })
  @MinCredits(0.01)
  amount: number;
  @Field(() => DateScalar, { description: "The day it was made; not in the future." })
  date: string;
  @Field(() => String, { description: "What the agency calls it, as an EFT number; one is noted once." })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  reference: string;
}

@ObjectType({ description: "What of a deposit went to a liability." })
export class SettledTax {
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Field(() => DateScalar, { nullable: true })
  dueDate: string | null;
  @Dollars("amount")
  amountCents: number;
  @Dollars("open", { description: "What is still to be deposited for it." })
  openCents: number;
}

@ObjectType({ description: "A deposit of payroll taxes, and what it settled, oldest first." })
export class TaxDeposit {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  agency: string;
  @Field(() => String)
  form: string;
  @Field(() => String)
  period: string;
  @Dollars("amount")
  amountCents: number;
  @Field(() => String)
  currency: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => String)
  reference: string;
  @Field(() => [SettledTax])
  settled: SettledTax[];
  @Dollars("open", { description: "What is still to be deposited for the period, as payslips are now." })
  openCents: number;
  @Field(() => Date)
  createdAt: string;
}

@ArgsType()
export class TaxDepositScheduleArgs {
  @Field(() => Int)
  @Min(2025)
  @Max(2100)
  year: number;
}

@ObjectType({ description: "Taxes of these days are deposited by that day." })
export class TaxDueDate {
  @Field(() => String, { description: "`941` or `940`." })
  form: string;
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Field(() => DateScalar)
  dueDate: string;
}

@ObjectType({ description: "When federal payroll taxes of a year are deposited." })
export class TaxDepositSchedule {
  @Field(() => Int)
  year: number;
  @Field(() => String, { description: "`monthly` or `semiweekly`, as the year begins." })
  schedule: string;
  @Field(() => DateScalar)
  lookbackStart: string;
  @Field(() => DateScalar)
  lookbackEnd: string;
  @Dollars("lookbackTax", { description: "Of Form 941, from payslips; above 50,000 the year is semiweekly." })
  lookbackCents: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "From when it is semiweekly, if 100,000 gathered in the year change that.",
  })
  semiweeklyFrom: string | null;
  @Field(() => [TaxDueDate])
  dueDates: TaxDueDate[];
}
