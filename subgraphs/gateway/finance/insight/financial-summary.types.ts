import { Matches } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { FromTransactions, MerchantSpending } from "./insight.types.ts";
import { UnusualTransaction } from "./unusual-spending.types.ts";

@ArgsType()
export class FinancialSummaryArgs {
  @Field(() => String, { description: "Month of the summary (YYYY-MM), from 1900 to 2099." })
  @Matches(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, {
    message: "must be a month as YYYY-MM, from 1900 to 2099",
  })
  month: string;
}

@ObjectType({ description: "Amount of a summary, with its transactions." })
export class SummaryFigure extends FromTransactions {
  @Field(() => MoneyScalar, { description: "Sum of the transactions." })
  amount: number;
}

@ObjectType({ description: "Spending in one category of a summary." })
export class SummaryCategory extends FromTransactions {
  @Field(() => ID, { nullable: true, description: "ID of the category. Null for uncategorized spending." })
  categoryId: string | null;
  @Field(() => String, { description: 'Name of the category, or "Uncategorized".' })
  name: string;
  @Field(() => MoneyScalar, { description: "Amount spent, minus refunds." })
  amount: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share of all spending in percent. Null when nothing was spent.",
  })
  percent: number | null;
}

@ObjectType({ description: "Month of one currency, on one page." })
export class CurrencySummary {
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => SummaryFigure, { description: "Income received." })
  income: SummaryFigure;
  @Field(() => SummaryFigure, { description: "Spending, minus refunds." })
  spending: SummaryFigure;
  @Field(() => MoneyScalar, { description: "Income minus spending." })
  saved: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share of income that was not spent, in percent. Null without income.",
  })
  savingsRate: number | null;
  @Field(() => SummaryFigure, { description: "Spending of the month before." })
  previousSpending: SummaryFigure;
  @Field(() => Float, {
    nullable: true,
    description: "Change of spending from the month before, in percent. Null when nothing was spent then.",
  })
  spendingChange: number | null;
  @Field(() => MoneyScalar, {
    description: "Sum of all account balances at the end, debts negative. Excludes securities.",
  })
  balance: number;
  @Field(() => [SummaryCategory], { description: "Categories with the highest spending, at most 5." })
  topCategories: SummaryCategory[];
  @Field(() => [MerchantSpending], { description: "Payees with the highest spending, at most 5." })
  topMerchants: MerchantSpending[];
}

@ObjectType({ description: "Bills that were due in a month." })
export class BillsSummary {
  @Field(() => Int, { description: "Number of occurrences that are paid." })
  paid: number;
  @Field(() => Int, { description: "Number of occurrences that were skipped." })
  skipped: number;
  @Field(() => Int, {
    description: "Number of occurrences of active bills that are neither paid nor skipped.",
  })
  unpaid: number;
  @Field(() => [ID], { description: "IDs of the transactions that paid them." })
  transactionIds: string[];
}

@ObjectType({ description: "Month of an account's finances, on one page." })
export class FinancialSummary {
  @Field(() => String, { description: "Month of the summary (YYYY-MM)." })
  month: string;
  @Field(() => DateScalar, { description: "Day of the balances: the last day of the month, or today." })
  asOf: string;
  @Field(() => Boolean, { description: "Whether the month is not over yet." })
  isPartial: boolean;
  @Field(() => [CurrencySummary], { description: "Figures by currency. Each currency is separate." })
  currencies: CurrencySummary[];
  @Field(() => BillsSummary, { description: "Bills that were due in the month." })
  bills: BillsSummary;
  @Field(() => [UnusualTransaction], { description: "Unusually large spending of the month, at most 5." })
  unusual: UnusualTransaction[];
}
