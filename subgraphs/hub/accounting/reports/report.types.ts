import { Field, ID, ObjectType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import type { AccountCategory, AccountType } from "../accounts/account-categories.ts";
import { LedgerAccountCategory, LedgerAccountType } from "../accounts/ledger-account.types.ts";
import { AccountingBasis } from "./report-inputs.types.ts";

const former = "in the former time; null without a comparison.";
const planned = "by the budget; null without one.";

@ObjectType({ description: "Account in a trial balance." })
export class TrialBalanceRow {
  @Field(() => ID, { description: "ID of the ledger account." })
  accountId: string;
  @Field(() => String, { description: "Code of the account." })
  code: string;
  @Field(() => String, { description: "Name of the account." })
  name: string;
  @Field(() => LedgerAccountType, { description: "Type of the account." })
  type: AccountType;
  @Field(() => MoneyScalar, { description: "Balance where it is a debit; otherwise 0." })
  debit: number;
  @Field(() => MoneyScalar, { description: "Balance where it is a credit; otherwise 0." })
  credit: number;
  @Field(() => MoneyScalar, { nullable: true, description: `Debit balance ${former}` })
  previousDebit: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: `Credit balance ${former}` })
  previousCredit: number | null;
}

@ObjectType({ description: "Balances of all accounts of a ledger at a date. Debits equal credits." })
export class TrialBalance {
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "Date at whose end the balances are taken." })
  asOf: string;
  @Field(() => DateScalar, { nullable: true, description: "Date of the comparison; null without one." })
  previousAsOf: string | null;
  @Field(() => [TrialBalanceRow], { description: "Accounts with a balance, by code." })
  rows: TrialBalanceRow[];
  @Field(() => MoneyScalar, { description: "Sum of the debit balances." })
  totalDebit: number;
  @Field(() => MoneyScalar, { description: "Sum of the credit balances, which is that of the debits." })
  totalCredit: number;
}

@ObjectType({ description: "Amount of an account in a report." })
export class ReportLine {
  @Field(() => ID, { nullable: true, description: "ID of the ledger account; null for a calculated line." })
  accountId: string | null;
  @Field(() => String, { nullable: true, description: "Code of the account; null for a calculated line." })
  code: string | null;
  @Field(() => String, { description: "Name of the account or of the line." })
  name: string;
  @Field(() => MoneyScalar, { description: "Amount in the report's time." })
  amount: number;
  @Field(() => MoneyScalar, { nullable: true, description: `Amount ${former}` })
  previousAmount: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: `Amount ${planned}` })
  budgetAmount: number | null;
}

@ObjectType({ description: "Part of a report with its lines and their sum." })
export class ReportSection {
  @Field(() => LedgerAccountCategory, {
    nullable: true,
    description: "Category of its accounts; null for others.",
  })
  category: AccountCategory | null;
  @Field(() => String, { description: "Heading of the section." })
  title: string;
  @Field(() => [ReportLine], { description: "Lines that are not zero, by code." })
  lines: ReportLine[];
  @Field(() => MoneyScalar, { description: "Sum of the lines." })
  total: number;
  @Field(() => MoneyScalar, { nullable: true, description: `Sum ${former}` })
  previousTotal: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: `Sum ${planned}` })
  budgetTotal: number | null;
}

/** What reports about a range of days have in common. */
@ObjectType()
abstract class RangeReport {
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "First day of the report." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the report." })
  to: string;
  @Field(() => DateScalar, { nullable: true, description: "First day of the comparison; null without one." })
  previousFrom: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last day of the comparison; null without one." })
  previousTo: string | null;
}

@ObjectType({ description: "Income and costs of a time, and what is left." })
export class ProfitAndLoss extends RangeReport {
  @Field(() => AccountingBasis, { description: "When income and costs count." })
  basis: AccountingBasis;
  @Field(() => [ReportSection], {
    description: "Sales and other income; for the cash basis, with adjustments.",
  })
  income: ReportSection[];
  @Field(() => [ReportSection], { description: "Costs by category; for the cash basis, with adjustments." })
  expenses: ReportSection[];
  @Field(() => MoneyScalar, { description: "Sum of all income." })
  totalIncome: number;
  @Field(() => MoneyScalar, { description: "Sum of all costs." })
  totalExpenses: number;
  @Field(() => MoneyScalar, { description: "Income less costs; negative for a loss." })
  netIncome: number;
  @Field(() => MoneyScalar, { nullable: true, description: `Net income ${former}` })
  previousNetIncome: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: `Net income ${planned}` })
  budgetNetIncome: number | null;
}

@ObjectType({ description: "What a business owns and owes at a date. Assets equal liabilities and equity." })
export class BalanceSheet {
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "Date at whose end the figures are taken." })
  asOf: string;
  @Field(() => DateScalar, { nullable: true, description: "Date of the comparison; null without one." })
  previousAsOf: string | null;
  @Field(() => [ReportSection], { description: "Assets by category." })
  assets: ReportSection[];
  @Field(() => [ReportSection], { description: "Liabilities by category." })
  liabilities: ReportSection[];
  @Field(() => [ReportSection], { description: "Equity, with the results of years that are not closed yet." })
  equity: ReportSection[];
  @Field(() => MoneyScalar, { description: "Sum of the assets." })
  totalAssets: number;
  @Field(() => MoneyScalar, { description: "Sum of the liabilities." })
  totalLiabilities: number;
  @Field(() => MoneyScalar, { description: "Sum of the equity." })
  totalEquity: number;
}

@ObjectType({ description: "How cash changed in a time, by the indirect method." })
export class CashFlowStatement extends RangeReport {
  @Field(() => MoneyScalar, { description: "Net income of the time, with which the statement begins." })
  netIncome: number;
  @Field(() => ReportSection, { description: "Net income, depreciation, and changes of working capital." })
  operating: ReportSection;
  @Field(() => ReportSection, { description: "Changes of fixed and other assets." })
  investing: ReportSection;
  @Field(() => ReportSection, { description: "Changes of loans and of the owners' equity." })
  financing: ReportSection;
  @Field(() => MoneyScalar, { description: "Sum of the three sections." })
  netChange: number;
  @Field(() => MoneyScalar, { description: "Cash before the first day." })
  openingCash: number;
  @Field(() => MoneyScalar, { description: "Cash at the end of the last day: opening cash and net change." })
  closingCash: number;
}

@ObjectType({ description: "Posted line of an account, with the balance after it." })
class GeneralLedgerLine {
  @Field(() => ID, { description: "ID of the journal entry." })
  entryId: string;
  @Field(() => String, { description: "Number of the journal entry." })
  number: string;
  @Field(() => DateScalar, { description: "Date of the entry." })
  date: string;
  @Field(() => String, { description: "Note on the line, or what the entry is about." })
  memo: string;
  @Field(() => MoneyScalar, { description: "Debit; 0 for a credit." })
  debit: number;
  @Field(() => MoneyScalar, { description: "Credit; 0 for a debit." })
  credit: number;
  @Field(() => MoneyScalar, {
    description: "Balance after the line, positive on the normal side of the type.",
  })
  balance: number;
}

@ObjectType({ description: "Posted lines of an account in order, with a running balance." })
export class GeneralLedgerPage extends pageOf(GeneralLedgerLine, "lines", {
  nextCursor: "Cursor of the next page: pass it as `cursor`. Null on the last page.",
}) {
  @Field(() => ID, { description: "ID of the ledger account." })
  accountId: string;
  @Field(() => String, { description: "Code of the account." })
  code: string;
  @Field(() => String, { description: "Name of the account." })
  name: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Balance before the first day." })
  openingBalance: number;
  @Field(() => MoneyScalar, { description: "Balance at the end of the last day." })
  closingBalance: number;
}
