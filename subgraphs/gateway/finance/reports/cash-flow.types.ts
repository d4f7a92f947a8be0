import { ArrayMaxSize, IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import type { CategoryKind } from "../finance-tables.ts";
import { FinanceCategoryKind } from "../transactions/category.types.ts";
import { groupings, type Grouping } from "./cash-flow.ts";

const CashflowGrouping = enumOf(groupings);
registerEnumType(CashflowGrouping, { name: "CashflowGrouping", description: "By month or by week." });

@ArgsType()
export class PeriodArgs {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar, { description: "That day is included." })
  to: string;
}

@ArgsType()
export class CashflowArgs extends PeriodArgs {
  @Field(() => CashflowGrouping, { defaultValue: "month" })
  groupBy: Grouping;
}

@ArgsType()
export class SpendingArgs extends PeriodArgs {
  @Field(() => [ID], { nullable: true, description: "All accounts when left out." })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(64, { each: true })
  accountIds?: string[] | null;
}

@ObjectType({ description: "What came in or went out under a category." })
export class CategoryCashflow {
  @Field(() => ID, { nullable: true })
  categoryId: string | null;
  @Field(() => String)
  name: string;
  @Field(() => FinanceCategoryKind)
  kind: CategoryKind;
  @Field(() => MoneyScalar, { description: "Spending less its refunds; income less what was paid back." })
  amount: number;
}

@ObjectType({ description: "What came in and went out in a part of the time." })
export class CashflowPeriod {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => MoneyScalar)
  inflow: number;
  @Field(() => MoneyScalar)
  outflow: number;
  @Field(() => MoneyScalar)
  net: number;
}

@ObjectType({ description: "What came in and went out. Transfers and trades are neither." })
export class Cashflow {
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  inflow: number;
  @Field(() => MoneyScalar)
  outflow: number;
  @Field(() => MoneyScalar)
  net: number;
  @Field(() => Float, {
    nullable: true,
    description: "What is left of income, in percent; null without income.",
  })
  savingsRate: number | null;
  @Field(() => [CategoryCashflow], { description: "Largest first." })
  byCategory: CategoryCashflow[];
  @Field(() => [CashflowPeriod])
  trend: CashflowPeriod[];
}

@ObjectType({ description: "What was spent on a category." })
export class CategorySpending {
  @Field(() => ID, { nullable: true })
  categoryId: string | null;
  @Field(() => String)
  name: string;
  @Field(() => MoneyScalar, { description: "Less refunds, which may be more than was spent." })
  amount: number;
  @Field(() => Float, { nullable: true, description: "Of all spending; null when nothing was spent." })
  percent: number | null;
}

@ObjectType({ description: "Spending by category, largest first." })
export class SpendingByCategory {
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => [CategorySpending])
  categories: CategorySpending[];
}
