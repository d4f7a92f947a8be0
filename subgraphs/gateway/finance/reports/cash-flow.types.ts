import { ArrayMaxSize, IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import type { CategoryKind } from "../finance-tables.ts";
import { FinanceCategoryKind } from "../transactions/category.types.ts";
import { groupings, type Grouping } from "./cash-flow.ts";

const CashflowGrouping = enumOf(groupings);
registerEnumType(CashflowGrouping, {
  name: "CashflowGrouping",
  description: "Period lengths of the cash flow trend.",
  valuesConfig: {
    month: { description: "One entry per calendar month." },
    week: { description: "One entry per seven days, counted from the first day." },
  },
});

@ArgsType()
export class PeriodArgs {
  @Field(() => DateScalar, { description: "First day of the period (YYYY-MM-DD)." })
  from: string;
  @Field(() => DateScalar, {
    description: "Last day of the period, included (YYYY-MM-DD). At most ten years after `from`.",
  })
  to: string;
}

@ArgsType()
export class CashflowArgs extends PeriodArgs {
  @Field(() => CashflowGrouping, {
    defaultValue: "month",
    description: "Length of the periods in the trend.",
  })
  groupBy: Grouping;
}

@ArgsType()
export class SpendingArgs extends PeriodArgs {
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the accounts to include, at most 50. Default: all accounts.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  accountIds?: string[] | null;
}

@ObjectType({ description: "Cash flow of one category." })
export class CategoryCashflow {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the category. Null for uncategorized transactions.",
  })
  categoryId: string | null;
  @Field(() => String, { description: 'Category name; "Uncategorized" without a category.' })
  name: string;
  @Field(() => FinanceCategoryKind, { description: "Whether the amount is income or spending." })
  kind: CategoryKind;
  @Field(() => MoneyScalar, {
    description: "Net amount: spending minus refunds, or income minus repayments.",
  })
  amount: number;
}

@ObjectType({ description: "Cash flow of one month or week." })
export class CashflowPeriod {
  @Field(() => DateScalar, { description: "First day of the period." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the period, included." })
  to: string;
  @Field(() => MoneyScalar, { description: "Income received in the period." })
  inflow: number;
  @Field(() => MoneyScalar, { description: "Spending in the period, minus refunds." })
  outflow: number;
  @Field(() => MoneyScalar, { description: "Inflow minus outflow." })
  net: number;
}

@ObjectType({ description: "Cash flow report. Excludes transfers and trades." })
export class Cashflow {
  @Field(() => DateScalar, { description: "First day of the report." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the report, included." })
  to: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Income received." })
  inflow: number;
  @Field(() => MoneyScalar, { description: "Spending, minus refunds." })
  outflow: number;
  @Field(() => MoneyScalar, { description: "Inflow minus outflow." })
  net: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share of income that was not spent, in percent. Null without income.",
  })
  savingsRate: number | null;
  @Field(() => [CategoryCashflow], { description: "Cash flow by category, largest first." })
  byCategory: CategoryCashflow[];
  @Field(() => [CashflowPeriod], { description: "Cash flow by month or week, in date order." })
  trend: CashflowPeriod[];
}

@ObjectType({ description: "Spending in one category." })
export class CategorySpending {
  @Field(() => ID, { nullable: true, description: "ID of the category. Null for uncategorized spending." })
  categoryId: string | null;
  @Field(() => String, { description: 'Category name; "Uncategorized" without a category.' })
  name: string;
  @Field(() => MoneyScalar, { description: "Spending minus refunds. Negative when refunds exceed spending." })
  amount: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share of total spending in percent. Null when nothing was spent.",
  })
  percent: number | null;
}

@ObjectType({ description: "Spending report by category." })
export class SpendingByCategory {
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Total spending, minus refunds." })
  total: number;
  @Field(() => [CategorySpending], { description: "Spending by category, largest first." })
  categories: CategorySpending[];
}
