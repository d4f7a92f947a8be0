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

const BudgetMethod = enumOf(["envelope", "tracking"]);
registerEnumType(BudgetMethod, {
  name: "BudgetMethod",
  description: "Envelope: what is left goes on to the next month. Tracking: each month stands for itself.",
});
const BudgetPeriod = enumOf(["monthly"]);
registerEnumType(BudgetPeriod, { name: "BudgetPeriod", description: "How long an amount lasts." });
const BudgetRollover = enumOf(["carry_negative", "reset"]);
registerEnumType(BudgetRollover, {
  name: "BudgetRollover",
  description: "Whether over-spending goes on in its category, or is taken from what is left to budget.",
});

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const notAMonth = { message: "must be a month as 2026-05" };

@InputType({ description: "What a category gets each month at first." })
export class BudgetAmountInput {
  @Field(() => ID)
  @MaxLength(64)
  categoryId: string;
  @Field(() => MoneyScalar)
  @Min(0)
  amount: number;
}

@InputType({ description: "A budget of spending by category." })
export class CreateBudgetInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => BudgetPeriod, { nullable: true })
  period?: "monthly" | null;
  @Field(() => String, { description: "Accounts of other currencies are left out." })
  @Matches(currencyPattern, notACurrency)
  currency: string;
  @Field(() => BudgetMethod)
  method: "envelope" | "tracking";
  @Field(() => [ID], { nullable: true, description: "Spending categories; all active ones when left out." })
  @IsOptional()
  @ArrayMaxSize(200)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  categoryIds?: string[] | null;
  @Field(() => [BudgetAmountInput], { nullable: true, description: "Of the first month." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested()
  amounts?: BudgetAmountInput[] | null;
  @Field(() => String, { nullable: true, description: "This month when left out." })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  firstMonth?: string | null;
}

@InputType({ description: "What a category gets in a month." })
export class SetBudgetAmountInput {
  @Field(() => ID)
  @MaxLength(64)
  budgetId: string;
  @Field(() => String)
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => ID)
  @MaxLength(64)
  categoryId: string;
  @Field(() => MoneyScalar)
  @Min(0)
  amount: number;
}

@InputType({ description: "Money that goes from one category to another; what is budgeted in all stays." })
export class MoveBudgetMoneyInput {
  @Field(() => ID)
  @MaxLength(64)
  budgetId: string;
  @Field(() => String)
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => ID)
  @MaxLength(64)
  fromCategoryId: string;
  @Field(() => ID)
  @MaxLength(64)
  toCategoryId: string;
  @Field(() => MoneyScalar)
  @Min(0.001)
  amount: number;
}

@InputType({ description: "How a category goes on after over-spending, from a month on." })
export class SetCategoryRolloverInput {
  @Field(() => ID)
  @MaxLength(64)
  budgetId: string;
  @Field(() => ID)
  @MaxLength(64)
  categoryId: string;
  @Field(() => BudgetRollover)
  mode: Rollover;
  @Field(() => String, { nullable: true, description: "This month when left out." })
  @IsOptional()
  @Matches(monthPattern, notAMonth)
  fromMonth?: string | null;
}

@InputType({ description: "Income that is kept for the next month." })
export class HoldForNextMonthInput {
  @Field(() => ID)
  @MaxLength(64)
  budgetId: string;
  @Field(() => String)
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => MoneyScalar)
  @Min(0)
  amount: number;
}

@ArgsType()
export class BudgetMonthArgs {
  @Field(() => ID)
  @MaxLength(64)
  budgetId: string;
  @Field(() => String)
  @Matches(monthPattern, notAMonth)
  month: string;
}

@ObjectType({ description: "A budget of spending by category." })
export class Budget {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => BudgetPeriod)
  period: "monthly";
  @Field(() => String)
  currency: string;
  @Field(() => BudgetMethod)
  method: "envelope" | "tracking";
  @Field(() => String)
  firstMonth: string;
  @Field(() => [ID])
  categoryIds: string[];
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType({ description: "The account's budgets, newest first." })
export class BudgetList {
  @Field(() => [Budget])
  budgets: Budget[];
}

@ObjectType({ description: "A category in a month of a budget." })
export class BudgetCategoryMonth {
  @Field(() => ID)
  categoryId: string;
  @Field(() => MoneyScalar, { description: "From the month before." })
  carried: number;
  @Field(() => MoneyScalar)
  budgeted: number;
  @Field(() => MoneyScalar, { description: "Less refunds." })
  spent: number;
  @Field(() => MoneyScalar, { description: "What was carried and budgeted, less what was spent." })
  balance: number;
}

@ObjectType({ description: "A month of a budget." })
export class BudgetMonth {
  @Field(() => ID)
  budgetId: string;
  @Field(() => String)
  month: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  income: number;
  @Field(() => MoneyScalar, { description: "What all categories got." })
  budgeted: number;
  @Field(() => MoneyScalar, { description: "Kept for the next month." })
  held: number;
  @Field(() => MoneyScalar, {
    description: "What is left to give to categories; negative where too much was given.",
  })
  toBudget: number;
  @Field(() => [BudgetCategoryMonth])
  categories: BudgetCategoryMonth[];
}

@ObjectType({ description: "How far a category has come in a month." })
export class BudgetCategoryProgress {
  @Field(() => ID)
  categoryId: string;
  @Field(() => MoneyScalar)
  spent: number;
  @Field(() => MoneyScalar)
  budgeted: number;
  @Field(() => Float, { nullable: true, description: "Of what is budgeted; null where nothing is." })
  percent: number | null;
  @Field(() => MoneyScalar, { description: "By the end of the month, at the pace until today." })
  projected: number;
}

@ObjectType({ description: "How far a month of a budget has come." })
export class BudgetProgress {
  @Field(() => ID)
  budgetId: string;
  @Field(() => String)
  month: string;
  @Field(() => [BudgetCategoryProgress])
  categories: BudgetCategoryProgress[];
}
