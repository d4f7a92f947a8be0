import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsOptional,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";
import type { Rollover } from "./envelopes.ts";

export const BudgetMethod = enumOf(["envelope", "tracking"]);
registerEnumType(BudgetMethod, {
  name: "BudgetMethod",
  description: "Budgeting methods.",
  valuesConfig: {
    envelope: { description: "Unspent money carries over to the next month." },
    tracking: { description: "Each month is independent; nothing carries over." },
  },
});
const BudgetPeriod = enumOf(["monthly"]);
registerEnumType(BudgetPeriod, {
  name: "BudgetPeriod",
  description: "Periods that budget amounts apply to.",
  valuesConfig: { monthly: { description: "Amounts apply to one calendar month." } },
});
const BudgetRollover = enumOf(["carry_negative", "reset"]);
registerEnumType(BudgetRollover, {
  name: "BudgetRollover",
  description: "Treatment of an overspent category in the next month.",
  valuesConfig: {
    carry_negative: { description: "The category starts the next month with the negative balance." },
    reset: { description: "The category starts at zero; the overspending reduces the money left to budget." },
  },
});

export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
export const notAMonth = { message: "must be a month such as 2026-05" };

@InputType({ description: "Amount budgeted for a category in the first month." })
export class BudgetAmountInput {
  @Field(() => ID, { description: "ID of the spending category." })
  @MaxLength(64)
  categoryId: string;
  @Field(() => MoneyScalar, { description: "Amount budgeted, in the budget's currency; zero or more." })
  @Min(0)
  amount: number;
}

@InputType({ description: "Details of a spending budget to create." })
export class CreateBudgetInput {
  @Field(() => String, { description: "Budget name, up to 100 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => BudgetPeriod, {
    nullable: true,
    description: "Period of the budget amounts. Default: monthly.",
  })
  period?: "monthly" | null;
  @Field(() => String, {
    description: "Budget currency as an ISO 4217 code. Accounts in other currencies are excluded.",
  })
  @Matches(currencyPattern, notACurrency)
  currency: string;
  @Field(() => BudgetMethod, { description: "Budgeting method, envelope or tracking." })
  method: "envelope" | "tracking";
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the spending categories, at most 200. Default: all active ones.",
  })
  @IsOptional()
  @ArrayMaxSize(200)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  categoryIds?: string[] | null;
  @Field(() => [BudgetAmountInput], {
    nullable: true,
    description: "Amounts for the first month, 1 to 200. Default: none.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested()
  amounts?: BudgetAmountInput[] | null;
  @Field(() => String, {
    nullable: true,
    description: "First month of the budget (YYYY-MM). Default: the current month.",
  })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  firstMonth?: string | null;
}

@InputType({ description: "Amount to budget for a category in a month." })
export class SetBudgetAmountInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, {
    description: "Month to change (YYYY-MM), not before the first month of the budget.",
  })
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => ID, { description: "ID of the category in the budget." })
  @MaxLength(64)
  categoryId: string;
  @Field(() => MoneyScalar, {
    description: "Amount to budget, in the budget's currency; replaces the earlier amount.",
  })
  @Min(0)
  amount: number;
}

@InputType({
  description: "Move of budgeted money between two categories. The total budgeted does not change.",
})
export class MoveBudgetMoneyInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, { description: "Month of the move (YYYY-MM)." })
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => ID, { description: "ID of the category that gives the money; needs a sufficient balance." })
  @MaxLength(64)
  fromCategoryId: string;
  @Field(() => ID, { description: "ID of the category that receives the money." })
  @MaxLength(64)
  toCategoryId: string;
  @Field(() => MoneyScalar, { description: "Amount to move, in the budget's currency. At least 0.001." })
  @Min(0.001)
  amount: number;
}

@InputType({ description: "Treatment of overspending in a category, from a month on." })
export class SetCategoryRolloverInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => ID, { description: "ID of the category in the budget." })
  @MaxLength(64)
  categoryId: string;
  @Field(() => BudgetRollover, {
    description: "Treatment of overspending: carry it over, or reset the category.",
  })
  mode: Rollover;
  @Field(() => String, {
    nullable: true,
    description: "First month the setting applies to (YYYY-MM). Default: the current month.",
  })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  fromMonth?: string | null;
}

@InputType({ description: "Income to set aside for the next month." })
export class HoldForNextMonthInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, { description: "Month the income is held in (YYYY-MM)." })
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => MoneyScalar, {
    description: "Amount to hold, in the budget's currency; replaces the earlier amount.",
  })
  @Min(0)
  amount: number;
}

@ArgsType()
export class BudgetMonthArgs {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, { description: "Month of the budget (YYYY-MM)." })
  @Matches(monthPattern, notAMonth)
  month: string;
}

@ObjectType({ description: "Monthly spending budget by category." })
export class Budget {
  @Field(() => ID, { description: "Unique ID of the budget." })
  id: string;
  @Field(() => String, { description: "Budget name chosen by the user." })
  name: string;
  @Field(() => BudgetPeriod, { description: "Period of the budget amounts." })
  period: "monthly";
  @Field(() => String, { description: "Currency of the budget, as an ISO 4217 code." })
  currency: string;
  @Field(() => BudgetMethod, { description: "Budgeting method, envelope or tracking." })
  method: "envelope" | "tracking";
  @Field(() => String, { description: "First month of the budget (YYYY-MM)." })
  firstMonth: string;
  @Field(() => [ID], { description: "IDs of the spending categories in the budget." })
  categoryIds: string[];
  @Field(() => Int, { description: "Version number of the budget; increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time when the budget was created (UTC)." })
  createdAt: Date;
}

@ObjectType({ description: "List of budgets." })
export class BudgetList {
  @Field(() => [Budget], { description: "Budgets, newest first, at most 200." })
  budgets: Budget[];
}

@ObjectType({ description: "Category of a budget in one month." })
export class BudgetCategoryMonth {
  @Field(() => ID, { description: "ID of the category." })
  categoryId: string;
  @Field(() => MoneyScalar, {
    description: "Balance carried over from the previous month; zero for tracking budgets.",
  })
  carried: number;
  @Field(() => MoneyScalar, { description: "Amount budgeted for the month." })
  budgeted: number;
  @Field(() => MoneyScalar, { description: "Amount spent in the month, minus refunds." })
  spent: number;
  @Field(() => MoneyScalar, { description: "Money left: carried plus budgeted minus spent." })
  balance: number;
}

@ObjectType({ description: "Budget figures of one month, in the budget's currency." })
export class BudgetMonth {
  @Field(() => ID, { description: "ID of the budget." })
  budgetId: string;
  @Field(() => String, { description: "Month of the figures (YYYY-MM)." })
  month: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Income received in the month." })
  income: number;
  @Field(() => MoneyScalar, { description: "Sum of the amounts budgeted for all categories." })
  budgeted: number;
  @Field(() => MoneyScalar, { description: "Income held for the next month." })
  held: number;
  @Field(() => MoneyScalar, {
    description: "Money left to assign to categories. Negative when too much is assigned.",
  })
  toBudget: number;
  @Field(() => [BudgetCategoryMonth], { description: "Figures by category." })
  categories: BudgetCategoryMonth[];
}

@ObjectType({ description: "Spending progress of a category in a month." })
export class BudgetCategoryProgress {
  @Field(() => ID, { description: "ID of the category." })
  categoryId: string;
  @Field(() => MoneyScalar, { description: "Amount spent so far, minus refunds." })
  spent: number;
  @Field(() => MoneyScalar, { description: "Amount budgeted for the month." })
  budgeted: number;
  @Field(() => Float, {
    nullable: true,
    description: "Spent amount as a percentage of the budgeted amount. Null when nothing is budgeted.",
  })
  percent: number | null;
  @Field(() => MoneyScalar, {
    description: "Projected spending by the end of the month at the current pace.",
  })
  projected: number;
}

@ObjectType({ description: "Spending progress of a budget in a month." })
export class BudgetProgress {
  @Field(() => ID, { description: "ID of the budget." })
  budgetId: string;
  @Field(() => String, { description: "Month of the progress report (YYYY-MM)." })
  month: string;
  @Field(() => [BudgetCategoryProgress], { description: "Progress by category." })
  categories: BudgetCategoryProgress[];
}
