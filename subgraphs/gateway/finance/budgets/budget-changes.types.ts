import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { suggestionMethods, type SuggestionMethod } from "./budget-suggestions.ts";
import { BudgetMethod, monthPattern, notAMonth } from "./budget.types.ts";

const BudgetSuggestionMethod = enumOf(suggestionMethods);
registerEnumType(BudgetSuggestionMethod, {
  name: "BudgetSuggestionMethod",
  description: "Ways to derive a budget amount from the spending of past months.",
  valuesConfig: {
    average: { description: "Average of the months." },
    median: { description: "Median of the months, which a single expensive month does not change." },
  },
});

@ArgsType()
export class BudgetArgs {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
}

@InputType({ description: "Budget to delete." })
export class DeleteBudgetInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
}

@InputType({ description: "Changes to a budget. Omitted fields stay unchanged." })
export class UpdateBudgetInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, { nullable: true, description: "Budget name, up to 100 characters." })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name?: string | null;
  @Field(() => BudgetMethod, {
    nullable: true,
    description: "Budgeting method. All months are calculated by the new method.",
  })
  method?: "envelope" | "tracking" | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "IDs of all spending categories of the budget, 1 to 200. Amounts of categories that are left out are deleted.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  categoryIds?: string[] | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@ObjectType({ description: "Result of deleting a budget." })
export class DeletedBudget {
  @Field(() => Boolean, { description: "Always true: the budget and its amounts were deleted." })
  deleted: true;
}

@InputType({ description: "Months between which budgeted amounts are copied." })
export class CopyBudgetMonthInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, { description: "Month to copy the amounts from (YYYY-MM)." })
  @Matches(monthPattern, notAMonth)
  fromMonth: string;
  @Field(() => String, {
    description: "Month that gets the amounts (YYYY-MM); its earlier amounts are replaced.",
  })
  @Matches(monthPattern, notAMonth)
  toMonth: string;
}

@InputType({ description: "Overspent category, and the category that covers it." })
export class CoverOverspendingInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, { description: "Month of the overspending (YYYY-MM)." })
  @Matches(monthPattern, notAMonth)
  month: string;
  @Field(() => ID, { description: "ID of the overspent category." })
  @MaxLength(64)
  categoryId: string;
  @Field(() => ID, { description: "ID of the category that gives the money; needs a sufficient balance." })
  @MaxLength(64)
  fromCategoryId: string;
}

@ArgsType()
export class BudgetSuggestionsArgs {
  @Field(() => Int, {
    defaultValue: 3,
    description: "Number of complete months before the current one to derive from, 1 to 60.",
  })
  @Min(1)
  @Max(60)
  months: number;
  @Field(() => BudgetSuggestionMethod, {
    defaultValue: "median",
    description: "Way to derive each amount from the months.",
  })
  method: SuggestionMethod;
}

@ObjectType({ description: "Suggested monthly budget amount for a category." })
export class BudgetSuggestion {
  @Field(() => ID, { description: "ID of the spending category." })
  categoryId: string;
  @Field(() => String, { description: "Name of the spending category." })
  name: string;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Suggested amount per month." })
  amount: number;
  @Field(() => Int, { description: "Number of transactions the amount is derived from." })
  transactionCount: number;
}

@ObjectType({ description: "Budget amounts suggested from past spending." })
export class BudgetSuggestions {
  @Field(() => BudgetSuggestionMethod, { description: "Way in which each amount was derived." })
  method: SuggestionMethod;
  @Field(() => String, {
    nullable: true,
    description: "First month used (YYYY-MM). Null without past spending.",
  })
  fromMonth: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Last month used (YYYY-MM). Null without past spending.",
  })
  toMonth: string | null;
  @Field(() => [BudgetSuggestion], {
    description: "Suggestions by currency, largest amount first. Each currency is separate.",
  })
  suggestions: BudgetSuggestion[];
}
