import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "A line of a journal: debit or credit." })
export class PayrollJournalEntry {
  @Field(() => String, { description: "Number of the account." })
  account: string;
  @Field(() => String)
  name: string;
  @Dollars("debit")
  debitCents: number;
  @Dollars("credit")
  creditCents: number;
}

@ObjectType({ description: "The double entry of a payroll run: debits and credits are equal." })
export class PayrollJournal {
  @Field(() => ID)
  runId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => String)
  currency: string;
  @Field(() => [PayrollJournalEntry])
  entries: PayrollJournalEntry[];
  @Dollars("total", { description: "Of each side." })
  totalCents: number;
}

@ArgsType()
export class LiabilitiesArgs {
  @Field(() => DateScalar, { description: "Liabilities whose period touches these days." })
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => String, { nullable: true, description: "IRS, or a state's two letters." })
  @IsOptional()
  @Matches(/^(IRS|[A-Z]{2})$/, { message: "must be IRS or a state" })
  agency?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^(accrued|due|deposited)$/)
  status?: string | null;
}

@ObjectType({ description: "What of a deposit went to a liability." })
export class TaxDepositPart {
  @Field(() => ID)
  depositId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => String)
  reference: string;
  @Dollars("amount")
  amountCents: number;
}

@ObjectType({ description: "What is owed to an agency for a period." })
export class TaxLiability {
  @Field(() => String, { description: "IRS, or a state's two letters." })
  agency: string;
  @Field(() => String, { description: "`941`, `940`, `state_income` or `state_unemployment`." })
  form: string;
  @Field(() => String, { description: "Of the return: a quarter as 2026-Q1; of Form 940 a year as 2026." })
  period: string;
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Dollars("amount")
  amountCents: number;
  @Field(() => DateScalar, { nullable: true, description: "Null where the state sets it by size." })
  dueDate: string | null;
  @Field(() => String, {
    description: "`accrued` while the period runs, then `due`; `deposited` when nothing is open.",
  })
  status: string;
  @Dollars("deposited")
  depositedCents: number;
  @Dollars("open", { description: "What is still to be deposited." })
  openCents: number;
  @Field(() => DateScalar, { nullable: true, description: "The day on which the last of it was deposited." })
  depositedOn: string | null;
  @Field(() => Boolean, { description: "The due date has passed, and something is open." })
  isOverdue: boolean;
  @Field(() => Boolean, { description: "Something is overdue, or was deposited after the due date." })
  isLate: boolean;
  @Field(() => [TaxDepositPart], { description: "The deposits that settle it, oldest first." })
  deposits: TaxDepositPart[];
}

@ObjectType({ description: "Taxes that are owed, soonest due first." })
export class TaxLiabilities {
  @Field(() => [TaxLiability])
  liabilities: TaxLiability[];
  @Dollars("total")
  totalCents: number;
  @Dollars("open", { description: "What is still to be deposited." })
  openCents: number;
  @Dollars("credit", { description: "Deposited beyond what is owed for these years, after reversals." })
  creditCents: number;
  @Field(() => String)
  currency: string;
}

@ArgsType()
export class PayrollSummaryArgs {
  @Field(() => DateScalar, { description: "Of the pay date." })
  from: string;
  @Field(() => DateScalar, { description: "That day is included." })
  to: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^(department|employee|month)$/)
  groupBy?: string | null;
}

@ObjectType({ description: "What a group of payslips cost." })
export class PayrollCost {
  @Field(() => String)
  key: string;
  @Field(() => String)
  label: string;
  @Field(() => Int)
  employees: number;
  @Dollars("gross")
  grossCents: number;
  @Dollars("reimbursements")
  reimbursementCents: number;
  @Dollars("employerTaxes")
  employerTaxesCents: number;
  @Dollars("net")
  netCents: number;
  @Dollars("cost", { description: "Gross, reimbursements and the employer's taxes." })
  costCents: number;
}

@ObjectType({ description: "What payroll cost in a span." })
export class PayrollSummary {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => String)
  currency: string;
  @Field(() => [PayrollCost])
  groups: PayrollCost[];
  @Field(() => PayrollCost)
  totals: PayrollCost;
}

@ArgsType()
export class JournalArgs {
  @Field(() => ID)
  @MaxLength(64)
  runId: string;
}

@ArgsType()
export class Form941Args {
  @Field(() => Int)
  @Min(2025)
  @Max(2100)
  year: number;
  @Field(() => Int)
  @Min(1)
  @Max(4)
  quarter: number;
}

@ObjectType({ description: "Lines of Form 941 from posted payslips." })
export class Form941 {
  @Field(() => Int)
  year: number;
  @Field(() => Int)
  quarter: number;
  @Field(() => String, { nullable: true })
  legalName: string | null;
  @Field(() => String, { nullable: true })
  ein: string | null;
  @Field(() => DateScalar)
  periodStart: string;
  @Field(() => DateScalar)
  periodEnd: string;
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => String)
  currency: string;
  @Field(() => Int, { description: "People paid in the pay period that has the 12th of the last month." })
  line1: number;
  @Dollars("line2", { description: "Wages." })
  line2Cents: number;
  @Dollars("line3", { description: "Federal income tax withheld." })
  line3Cents: number;
  @Dollars("line5aWages", { description: "Social Security wages." })
  line5aWagesCents: number;
  @Dollars("line5aTax")
  line5aTaxCents: number;
  @Dollars("line5cWages", { description: "Medicare wages." })
  line5cWagesCents: number;
  @Dollars("line5cTax")
  line5cTaxCents: number;
  @Dollars("line5dWages", { description: "Wages that bear Additional Medicare." })
  line5dWagesCents: number;
  @Dollars("line5dTax")
  line5dTaxCents: number;
  @Dollars("line5e", { description: "Social Security and Medicare taxes." })
  line5eCents: number;
  @Dollars("line6", { description: "Total before adjustments." })
  line6Cents: number;
  @Dollars("line7", { description: "Fractions of cents." })
  line7Cents: number;
  @Dollars("line10", { description: "Total after adjustments." })
  line10Cents: number;
  @Dollars("line12", { description: "Total after credits: what was withheld and borne." })
  line12Cents: number;
  @Dollars("line13", { description: "Deposits that were noted for the quarter." })
  line13Cents: number;
  @Dollars("line14", { description: "Balance due." })
  line14Cents: number;
  @Dollars("line15", { description: "Overpayment." })
  line15Cents: number;
  @Field(() => [UsDollarsScalar], {
    name: "line16",
    simple: false,
    description: "Liability of its three months.",
  })
  line16Cents: readonly number[];
}
