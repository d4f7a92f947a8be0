import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PagedArgs, pageCursor } from "../vendors/vendor.types.ts";

@ObjectType({ description: "Planned income and costs of a ledger by account and month." })
export class LedgerBudget {
  @Field(() => ID, { description: "Unique ID of the budget." })
  id: string;
  @Field(() => String, { description: "Name of the budget." })
  name: string;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day of the first month; null without lines.",
  })
  firstMonth: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day of the last month; null without lines.",
  })
  lastMonth: string | null;
  @Field(() => MoneyScalar, { description: "Planned income of all months." })
  totalIncome: number;
  @Field(() => MoneyScalar, { description: "Planned costs of all months." })
  totalExpenses: number;
  @Field(() => Date, { description: "When the budget was created." })
  createdAt: Date;
  @Field(() => Date, { description: "When the budget was last changed." })
  updatedAt: Date;
}

@ObjectType({ description: "Planned amount of an account in a month." })
class LedgerBudgetLine {
  @Field(() => ID, { description: "ID of the ledger account." })
  accountId: string;
  @Field(() => String, { description: "Code of the account." })
  code: string;
  @Field(() => String, { description: "Name of the account." })
  name: string;
  @Field(() => DateScalar, { description: "First day of the month." })
  month: string;
  @Field(() => MoneyScalar, { description: "Planned income or costs of the month." })
  amount: number;
}

@ObjectType({ description: "Budget of a ledger with its lines." })
export class LedgerBudgetDetail extends LedgerBudget {
  @Field(() => [LedgerBudgetLine], { description: "Lines by code of the account and by month." })
  lines: LedgerBudgetLine[];
}

@ObjectType({ description: "Budgets of ledgers, newest first." })
export class LedgerBudgetPage extends countedPageOf(LedgerBudget, "budgets", { nextCursor: pageCursor }) {}

@ObjectType({ description: "Budget that was deleted." })
export class DeletedLedgerBudget {
  @Field(() => ID, { description: "ID of the deleted budget." })
  id: string;
  @Field(() => Boolean, { description: "Always true." })
  deleted: boolean;
}

@InputType({ description: "Planned amount of an account in a month." })
export class LedgerBudgetLineInput {
  @Field(() => ID, { description: "ID of an account for income or expenses." })
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar, { description: "First day of the month." })
  month: string;
  @Field(() => MoneyScalar, {
    description: "Planned income or costs in the ledger's currency; 0 removes the line.",
  })
  @Min(-9_999_999_999.99)
  @Max(9_999_999_999.99)
  amount: number;
}

@InputType({ description: "Budget to create." })
export class CreateLedgerBudgetInput {
  @Field(() => String, { description: "Name of the budget, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => [LedgerBudgetLineInput], {
    description: "1 to 1,200 lines. All accounts are of one ledger.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(1_200)
  @ValidateNested({ each: true })
  lines: LedgerBudgetLineInput[];
}

@InputType({ description: "Changes of a budget. What is left out stays." })
export class UpdateLedgerBudgetInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
  @Field(() => String, { nullable: true, description: "New name, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => [LedgerBudgetLineInput], {
    nullable: true,
    description: "Up to 1,200 lines to set. Other lines stay.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(1_200)
  @ValidateNested({ each: true })
  lines?: LedgerBudgetLineInput[] | null;
}

@InputType({ description: "Budget to delete." })
export class DeleteLedgerBudgetInput {
  @Field(() => ID, { description: "ID of the budget." })
  @MaxLength(64)
  budgetId: string;
}

@ArgsType()
export class LedgerBudgetsArgs extends PagedArgs {}
