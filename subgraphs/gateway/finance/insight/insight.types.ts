import { IsOptional, MaxLength, Max, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import type { CategoryKind } from "../finance-tables.ts";
import { PeriodArgs } from "../reports/cash-flow.types.ts";
import { FinanceCategoryKind } from "../transactions/category.types.ts";

export const comparisonKeys = ["category", "payee", "account"] as const;
export type ComparisonKey = (typeof comparisonKeys)[number];

const PeriodComparisonKey = enumOf(comparisonKeys);
registerEnumType(PeriodComparisonKey, {
  name: "PeriodComparisonKey",
  description: "What the rows of a comparison of two periods stand for.",
  valuesConfig: {
    category: { description: "One row per category." },
    payee: { description: "One row per payee." },
    account: { description: "One row per account." },
  },
});

/** The transactions that an amount is the sum of. */
@ObjectType()
export abstract class FromTransactions {
  @Field(() => Int, { description: "Number of transactions the amount is the sum of." })
  transactionCount: number;
  @Field(() => [ID], { description: "IDs of the largest of these transactions, at most 10." })
  transactionIds: string[];
}

@ArgsType()
export class SpendingTrendsArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of a spending category. Default: all spending.",
  })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => Int, {
    defaultValue: 12,
    description: "Number of months up to the current one, 1 to 60.",
  })
  @Min(1)
  @Max(60)
  months: number;
}

@ObjectType({ description: "Spending of one month in one currency." })
export class SpendingTrendMonth extends FromTransactions {
  @Field(() => String, { description: "Month of the spending (YYYY-MM)." })
  month: string;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount spent in the month, minus refunds." })
  amount: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Average of this month and the two before. Null when transactions began later.",
  })
  avg3: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Change from the month before, in percent. Null when nothing was spent then.",
  })
  change: number | null;
  @Field(() => Boolean, { description: "Whether the month is not over yet." })
  isPartial: boolean;
}

@ObjectType({ description: "Spending by month." })
export class SpendingTrends {
  @Field(() => ID, { nullable: true, description: "ID of the category. Null for all spending." })
  categoryId: string | null;
  @Field(() => [SpendingTrendMonth], { description: "Months by currency, in order." })
  months: SpendingTrendMonth[];
}

@ObjectType({ description: "Income from one payer in one currency." })
export class IncomeSource extends FromTransactions {
  @Field(() => ID, { description: "ID of the payer, which is a payee." })
  payeeId: string;
  @Field(() => String, { description: "Name of the payer." })
  payee: string;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Income received, minus what was paid back." })
  amount: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share of all income in this currency, in percent. Null without income.",
  })
  percent: number | null;
}

@ObjectType({ description: "Income of a period by its sources." })
export class IncomeSummary {
  @Field(() => DateScalar, { description: "First day of the period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period, included." })
  to: string;
  @Field(() => [IncomeSource], { description: "Sources by currency, largest first, at most 100 each." })
  sources: IncomeSource[];
}

@InputType({ description: "Period of whole days." })
export class ReportPeriodInput {
  @Field(() => DateScalar, { description: "First day of the period (YYYY-MM-DD)." })
  from: string;
  @Field(() => DateScalar, {
    description: "Last day of the period, included (YYYY-MM-DD). At most ten years after `from`.",
  })
  to: string;
}

@ArgsType()
export class ComparePeriodsArgs {
  @Field(() => ReportPeriodInput, { description: "Earlier period, or the one to compare with." })
  @ValidateNested()
  periodA: ReportPeriodInput;
  @Field(() => ReportPeriodInput, { description: "Later period." })
  @ValidateNested()
  periodB: ReportPeriodInput;
  @Field(() => PeriodComparisonKey, {
    defaultValue: "category",
    description: "What the rows stand for.",
  })
  by: ComparisonKey;
}

@ObjectType({ description: "Income or spending of a category, payee or account in two periods." })
export class PeriodDifference {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the category, payee or account. Null for uncategorized transactions.",
  })
  key: string | null;
  @Field(() => String, { description: 'Name of the category, payee or account, or "Uncategorized".' })
  name: string;
  @Field(() => FinanceCategoryKind, { description: "Whether the amounts are income or spending." })
  kind: CategoryKind;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount of period A." })
  a: number;
  @Field(() => MoneyScalar, { description: "Amount of period B." })
  b: number;
  @Field(() => MoneyScalar, { description: "Amount of period B minus that of period A." })
  diff: number;
  @Field(() => Float, {
    nullable: true,
    description: "Difference as a percentage of period A. Null when that amount is not positive.",
  })
  diffPercent: number | null;
  @Field(() => [ID], { description: "IDs of the largest transactions of period A, at most 10." })
  transactionIdsA: string[];
  @Field(() => [ID], { description: "IDs of the largest transactions of period B, at most 10." })
  transactionIdsB: string[];
}

@ObjectType({ description: "Comparison of two periods." })
export class PeriodComparison {
  @Field(() => PeriodComparisonKey, { description: "What the rows stand for." })
  by: ComparisonKey;
  @Field(() => [PeriodDifference], {
    description: "Rows by currency, largest difference first, at most 100 per currency.",
  })
  differences: PeriodDifference[];
}

@ArgsType()
export class TopMerchantsArgs extends PeriodArgs {
  @Field(() => Int, { defaultValue: 10, description: "Number of payees per currency, 1 to 100." })
  @Min(1)
  @Max(100)
  limit: number;
}

@ObjectType({ description: "Spending at one payee in one currency." })
export class MerchantSpending extends FromTransactions {
  @Field(() => ID, { description: "ID of the payee." })
  payeeId: string;
  @Field(() => String, { description: "Name of the payee." })
  payee: string;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount spent, minus refunds." })
  amount: number;
}

@ObjectType({ description: "Payees with the highest spending in a period." })
export class TopMerchants {
  @Field(() => DateScalar, { description: "First day of the period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period, included." })
  to: string;
  @Field(() => [MerchantSpending], { description: "Payees by currency, highest spending first." })
  merchants: MerchantSpending[];
}
