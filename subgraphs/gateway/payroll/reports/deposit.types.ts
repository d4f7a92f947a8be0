import { Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";
import type { TaxForm } from "./tax-deposits.ts";

@InputType({ description: "Payroll tax deposit that you made." })
export class RecordTaxDepositInput {
  @Field(() => String, { description: "Tax agency: IRS, or a two-letter state code." })
  @Matches(/^(IRS|[A-Z]{2})$/, { message: "must be IRS or a two-letter state code" })
  agency: string;
  @Field(() => String, {
    description:
      "Tax return: 941 or 940 for the IRS; state_income, state_unemployment or state_contributions for a state.",
  })
  @Matches(/^(941|940|state_income|state_unemployment|state_contributions)$/)
  form: TaxForm;
  @Field(() => String, {
    description: "Period of the return: a quarter such as 2026-Q1. For Form 940: a year such as 2026.",
  })
  @Matches(/^20\d{2}(-Q[1-4])?$/, { message: "must be a quarter such as 2026-Q1, or a year such as 2026" })
  period: string;
  @Field(() => UsDollarsScalar, {
    description: "Deposited amount in dollars. At most the open amount of the period.",
  })
  @MinCredits(0.01)
  amount: number;
  @Field(() => DateScalar, { description: "Day of the deposit, not in the future." })
  date: string;
  @Field(() => String, {
    description: "Agency's reference of the deposit, such as an EFT number. Each can be recorded once.",
  })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  reference: string;
}

@ObjectType({ description: "Part of a deposit that paid a tax liability." })
export class SettledTax {
  @Field(() => DateScalar, { description: "First day of the period in which the tax arose." })
  periodStart: string;
  @Field(() => DateScalar, { description: "Last day of the period in which the tax arose." })
  periodEnd: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Due date of the liability. Null when the state sets it.",
  })
  dueDate: string | null;
  @Dollars("amount", { description: "Amount of the deposit applied to this liability, in dollars." })
  amountCents: number;
  @Dollars("open", { description: "Amount still to be deposited for this liability, in dollars." })
  openCents: number;
}

@ObjectType({ description: "A payroll tax deposit, with the liabilities it paid." })
export class TaxDeposit {
  @Field(() => ID, { description: "ID of the deposit." })
  id: string;
  @Field(() => String, { description: "Tax agency: `IRS`, or a two-letter state code." })
  agency: string;
  @Field(() => String, {
    description: "Tax return: `941`, `940`, `state_income`, `state_unemployment` or `state_contributions`.",
  })
  form: string;
  @Field(() => String, {
    description: "Period of the return: a quarter such as 2026-Q1, or a year for Form 940.",
  })
  period: string;
  @Dollars("amount", { description: "Deposited amount in dollars." })
  amountCents: number;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => DateScalar, { description: "Day of the deposit." })
  date: string;
  @Field(() => String, { description: "Agency's reference of the deposit, such as an EFT number." })
  reference: string;
  @Field(() => [SettledTax], { description: "Liabilities that the deposit paid, oldest first." })
  settled: SettledTax[];
  @Dollars("open", { description: "Amount still to be deposited for the period, in dollars." })
  openCents: number;
  @Field(() => Date, { description: "Time at which the deposit was recorded." })
  createdAt: string;
}

@ArgsType()
export class TaxDepositScheduleArgs {
  @Field(() => Int, { description: "Calendar year of the schedule, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
}

@ObjectType({ description: "Due date for the taxes of a deposit period." })
export class TaxDueDate {
  @Field(() => String, { description: "Tax return that the deposit belongs to: `941` or `940`." })
  form: string;
  @Field(() => DateScalar, { description: "First day of the deposit period." })
  periodStart: string;
  @Field(() => DateScalar, { description: "Last day of the deposit period." })
  periodEnd: string;
  @Field(() => DateScalar, { description: "Last day on which the deposit is on time." })
  dueDate: string;
}

@ObjectType({ description: "Due dates of federal payroll tax deposits in a year." })
export class TaxDepositSchedule {
  @Field(() => Int, { description: "Calendar year of the schedule." })
  year: number;
  @Field(() => String, {
    description: "Deposit schedule at the start of the year: `monthly` or `semiweekly`.",
  })
  schedule: string;
  @Field(() => DateScalar, { description: "First day of the lookback period." })
  lookbackStart: string;
  @Field(() => DateScalar, { description: "Last day of the lookback period." })
  lookbackEnd: string;
  @Dollars("lookbackTax", {
    description: "Form 941 taxes of the lookback period in dollars. Above 50,000 the year is semiweekly.",
  })
  lookbackCents: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First semiweekly day, after a liability of $100,000. Null without such a change.",
  })
  semiweeklyFrom: string | null;
  @Field(() => [TaxDueDate], { description: "Due dates of the year, for Form 941 and then Form 940." })
  dueDates: TaxDueDate[];
}
