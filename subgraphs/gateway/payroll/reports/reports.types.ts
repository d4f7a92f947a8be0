import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "A journal entry line: a debit or a credit." })
export class PayrollJournalEntry {
  @Field(() => String, { description: "Number of the ledger account, such as `6000`." })
  account: string;
  @Field(() => String, { description: "Name of the ledger account." })
  name: string;
  @Dollars("debit", { description: "Debit amount in dollars. 0 on a credit line." })
  debitCents: number;
  @Dollars("credit", { description: "Credit amount in dollars. 0 on a debit line." })
  creditCents: number;
}

@ObjectType({ description: "Double-entry journal of a payroll run. Debits equal credits." })
export class PayrollJournal {
  @Field(() => ID, { description: "ID of the payroll run." })
  runId: string;
  @Field(() => DateScalar, { description: "Posting date: the pay date of the run." })
  date: string;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => [PayrollJournalEntry], { description: "Debit and credit lines of the journal." })
  entries: PayrollJournalEntry[];
  @Dollars("total", { description: "Total of the debits in dollars, equal to the total of the credits." })
  totalCents: number;
}

@ArgsType()
export class LiabilitiesArgs {
  @Field(() => DateScalar, {
    description: "First day to include. Lists liabilities whose period overlaps the range.",
  })
  from: string;
  @Field(() => DateScalar, { description: "Last day to include, at most five years after `from`." })
  to: string;
  @Field(() => String, {
    nullable: true,
    description: "Filter by tax agency: IRS, or a two-letter state code.",
  })
  @IsOptional()
  @Matches(/^(IRS|[A-Z]{2})$/, { message: "must be IRS or a two-letter state code" })
  agency?: string | null;
  @Field(() => String, { nullable: true, description: "Filter by status: accrued, due or deposited." })
  @IsOptional()
  @Matches(/^(accrued|due|deposited)$/)
  status?: string | null;
}

@ObjectType({ description: "Part of a deposit that paid a tax liability." })
export class TaxDepositPart {
  @Field(() => ID, { description: "ID of the deposit." })
  depositId: string;
  @Field(() => DateScalar, { description: "Day of the deposit." })
  date: string;
  @Field(() => String, { description: "Agency's reference of the deposit." })
  reference: string;
  @Dollars("amount", { description: "Amount of the deposit applied to this liability, in dollars." })
  amountCents: number;
}

@ObjectType({ description: "Payroll tax owed to an agency for a period." })
export class TaxLiability {
  @Field(() => String, { description: "Tax agency: `IRS`, or a two-letter state code." })
  agency: string;
  @Field(() => String, {
    description: "Tax return: `941`, `940`, `state_income`, `state_unemployment` or `state_contributions`.",
  })
  form: string;
  @Field(() => String, {
    description: "Period of the return: a quarter such as 2026-Q1. For Form 940: a year such as 2026.",
  })
  period: string;
  @Field(() => DateScalar, { description: "First day of the period in which the tax arose." })
  periodStart: string;
  @Field(() => DateScalar, { description: "Last day of the period in which the tax arose." })
  periodEnd: string;
  @Dollars("amount", { description: "Tax owed in dollars. Negative when reversals exceed the tax." })
  amountCents: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Due date of the deposit. Null for state income tax, whose due date the state sets.",
  })
  dueDate: string | null;
  @Field(() => String, {
    description: "`accrued` while the period runs, then `due`, and `deposited` when nothing is open.",
  })
  status: string;
  @Dollars("deposited", { description: "Amount deposited so far, in dollars." })
  depositedCents: number;
  @Dollars("open", { description: "Amount still to be deposited, in dollars." })
  openCents: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the last deposit. Null until the liability is fully deposited.",
  })
  depositedOn: string | null;
  @Field(() => Boolean, { description: "True when the due date has passed and an amount is still open." })
  isOverdue: boolean;
  @Field(() => Boolean, {
    description: "True when the liability is overdue or was deposited after its due date.",
  })
  isLate: boolean;
  @Field(() => [TaxDepositPart], { description: "Deposits applied to the liability, oldest first." })
  deposits: TaxDepositPart[];
}

@ObjectType({ description: "Payroll taxes owed, earliest due date first." })
export class TaxLiabilities {
  @Field(() => [TaxLiability], { description: "Tax liabilities, earliest due date first." })
  liabilities: TaxLiability[];
  @Dollars("total", { description: "Total owed in dollars, deposited amounts included." })
  totalCents: number;
  @Dollars("open", { description: "Total still to be deposited, in dollars." })
  openCents: number;
  @Dollars("credit", {
    description: "Deposits beyond the taxes owed for these years, in dollars. Arises from reversals.",
  })
  creditCents: number;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
}

@ArgsType()
export class PayrollSummaryArgs {
  @Field(() => DateScalar, { description: "First pay date to include." })
  from: string;
  @Field(() => DateScalar, { description: "Last pay date to include, at most five years after `from`." })
  to: string;
  @Field(() => String, {
    nullable: true,
    description: "Grouping: department, employee or month. Omit for totals only.",
  })
  @IsOptional()
  @Matches(/^(department|employee|month)$/)
  groupBy?: string | null;
}

@ObjectType({ description: "Payroll cost of a group of payslips." })
export class PayrollCost {
  @Field(() => String, { description: "Key of the group: department, employee ID or month as YYYY-MM." })
  key: string;
  @Field(() => String, { description: "Display name of the group." })
  label: string;
  @Field(() => Int, { description: "Number of different employees in the group." })
  employees: number;
  @Dollars("gross", { description: "Gross pay in dollars, without reimbursements." })
  grossCents: number;
  @Dollars("reimbursements", { description: "Reimbursed costs, in dollars." })
  reimbursementCents: number;
  @Dollars("employerTaxes", { description: "Taxes paid by the employer, in dollars." })
  employerTaxesCents: number;
  @Dollars("employerMatch", { description: "Contributions of the employer to deductions, in dollars." })
  employerMatchCents: number;
  @Dollars("net", { description: "Net pay, in dollars." })
  netCents: number;
  @Dollars("cost", {
    description: "Total labor cost in dollars: gross pay, reimbursements, employer taxes and contributions.",
  })
  costCents: number;
}

@ObjectType({ description: "Payroll cost of a date range." })
export class PayrollSummary {
  @Field(() => DateScalar, { description: "First pay date included." })
  from: string;
  @Field(() => DateScalar, { description: "Last pay date included." })
  to: string;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => [PayrollCost], { description: "Cost per group, at most 1,000. Empty without `groupBy`." })
  groups: PayrollCost[];
  @Field(() => PayrollCost, { description: "Cost of all payslips in the range." })
  totals: PayrollCost;
}

@ArgsType()
export class JournalArgs {
  @Field(() => ID, { description: "ID of an approved payroll run." })
  @MaxLength(64)
  runId: string;
}

@ArgsType()
export class Form941Args {
  @Field(() => Int, { description: "Calendar year of the return, 2025 to 2100." })
  @Min(2025)
  @Max(2100)
  year: number;
  @Field(() => Int, { description: "Quarter of the return, 1 to 4." })
  @Min(1)
  @Max(4)
  quarter: number;
}

@ObjectType({ description: "Federal payroll tax liability of one day, from Schedule B of Form 941." })
export class LiabilityOfDay {
  @Field(() => DateScalar, { description: "Day on which wages were paid." })
  date: string;
  @Dollars("amount", { description: "Taxes of wages that were paid on the day, in dollars." })
  amountCents: number;
}

@ObjectType({
  description: "Lines of Form 941 for a quarter, calculated from payslips. Amounts are in dollars.",
})
export class Form941 {
  @Field(() => Int, { description: "Calendar year of the return." })
  year: number;
  @Field(() => Int, { description: "Quarter of the return, 1 to 4." })
  quarter: number;
  @Field(() => String, {
    nullable: true,
    description: "Legal name of the employer. Null until set in the payroll settings.",
  })
  legalName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN). Null until set in the payroll settings.",
  })
  ein: string | null;
  @Field(() => DateScalar, { description: "First day of the quarter." })
  periodStart: string;
  @Field(() => DateScalar, { description: "Last day of the quarter." })
  periodEnd: string;
  @Field(() => DateScalar, { description: "Last day on which the return is on time." })
  dueDate: string;
  @Field(() => String, { description: "Currency of all amounts: `USD`." })
  currency: string;
  @Field(() => Int, {
    description: "Line 1: employees paid in the pay period that includes the 12th of the last month.",
  })
  line1: number;
  @Dollars("line2", { description: "Line 2: wages subject to income tax." })
  line2Cents: number;
  @Dollars("line3", { description: "Line 3: federal income tax withheld." })
  line3Cents: number;
  @Dollars("line5aWages", { description: "Line 5a: wages subject to Social Security tax." })
  line5aWagesCents: number;
  @Dollars("line5aTax", { description: "Line 5a: Social Security tax, employee and employer shares." })
  line5aTaxCents: number;
  @Dollars("line5cWages", { description: "Line 5c: wages subject to Medicare tax." })
  line5cWagesCents: number;
  @Dollars("line5cTax", { description: "Line 5c: Medicare tax, employee and employer shares." })
  line5cTaxCents: number;
  @Dollars("line5dWages", { description: "Line 5d: wages subject to Additional Medicare tax." })
  line5dWagesCents: number;
  @Dollars("line5dTax", { description: "Line 5d: Additional Medicare tax withheld." })
  line5dTaxCents: number;
  @Dollars("line5e", { description: "Line 5e: total Social Security and Medicare taxes." })
  line5eCents: number;
  @Dollars("line6", { description: "Line 6: total taxes before adjustments." })
  line6Cents: number;
  @Dollars("line7", { description: "Line 7: adjustment for fractions of cents." })
  line7Cents: number;
  @Dollars("line10", { description: "Line 10: total taxes after adjustments." })
  line10Cents: number;
  @Dollars("line12", { description: "Line 12: total taxes after credits, equal to the taxes on payslips." })
  line12Cents: number;
  @Dollars("line13", { description: "Line 13: deposits recorded for the quarter." })
  line13Cents: number;
  @Dollars("line14", { description: "Line 14: balance due. 0 when overpaid." })
  line14Cents: number;
  @Dollars("line15", { description: "Line 15: amount of an overpayment. 0 when a balance is due." })
  line15Cents: number;
  @Field(() => [UsDollarsScalar], {
    name: "line16",
    simple: false,
    description: "Line 16: tax liability of each of the three months.",
  })
  line16Cents: readonly number[];
  @Field(() => [LiabilityOfDay], {
    nullable: true,
    description:
      "Schedule B: tax liability of each day with wages, in sum line 12. Null unless you were a semiweekly depositor in the quarter.",
  })
  scheduleB: LiabilityOfDay[] | null;
}
