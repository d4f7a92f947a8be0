import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { notBlank } from "../accounts/account.types.ts";
import { FinanceTransaction } from "../transactions/transaction.types.ts";

@ObjectType({
  description: "Income and spending with a payee in one currency. Transfers and trades do not count.",
})
export class PayeeTotal {
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of money in." })
  inflow: number;
  @Field(() => MoneyScalar, { description: "Sum of money out, as a positive amount." })
  outflow: number;
  @Field(() => MoneyScalar, {
    description: "Average amount of a transaction, rounded; negative for money out.",
  })
  average: number;
}

@ObjectType({ description: "Other party of transactions, such as a shop or an employer." })
export class FinancePayee {
  @Field(() => ID, { description: "Unique ID of the payee." })
  id: string;
  @Field(() => String, { description: "Name of the payee." })
  name: string;
  @Field(() => [String], {
    description: "Former names and merged payees. New transactions under them get this payee.",
  })
  otherNames: string[];
  @Field(() => ID, {
    nullable: true,
    description: "ID of the category for new transactions that no rule categorizes. Null when not set.",
  })
  defaultCategoryId: string | null;
  @Field(() => Int, { description: "Number of transactions, including transfers and trades." })
  transactionCount: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the latest transaction. Null when there is none.",
  })
  lastDate: string | null;
  @Field(() => [PayeeTotal], { description: "Totals of all time, one entry per currency." })
  totals: PayeeTotal[];
  @Field(() => Date, { description: "Time when the payee was created (UTC)." })
  createdAt: Date;
}

@ObjectType({ description: "A page of payees, newest first." })
export class FinancePayeePage extends countedPageOf(FinancePayee, "payees") {}

@ObjectType({ description: "Income and spending with a payee in one month and currency." })
export class PayeeMonth {
  @Field(() => String, { description: "Month as YYYY-MM." })
  month: string;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Money in minus money out." })
  amount: number;
  @Field(() => Int, { description: "Number of transactions." })
  count: number;
}

@ObjectType({ description: "A payee with its history." })
export class FinancePayeeDetails extends FinancePayee {
  @Field(() => [PayeeMonth], { description: "The last 24 months with transactions, newest first." })
  months: PayeeMonth[];
  @Field(() => [FinanceTransaction], { description: "The latest 10 transactions, newest first." })
  recentTransactions: FinanceTransaction[];
}

@ArgsType()
export class FinancePayeesArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Part of the name or of another name, up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
}

@ArgsType()
export class FinancePayeeArgs {
  @Field(() => ID, { description: "ID of the payee." })
  @MaxLength(64)
  payeeId: string;
}

@InputType({ description: "New name of a payee." })
export class RenamePayeeInput {
  @Field(() => ID, { description: "ID of the payee to rename." })
  @MaxLength(64)
  payeeId: string;
  @Field(() => String, { description: "New name, up to 200 characters; must be unique." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  name: string;
}

@InputType({ description: "Payees to merge into one." })
export class MergePayeesInput {
  @Field(() => [ID], { description: "IDs of the payees to merge into the target, 1 to 50." })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  sourceIds: string[];
  @Field(() => ID, { description: "ID of the payee that remains." })
  @MaxLength(64)
  targetId: string;
}

@InputType({ description: "Category for new transactions of a payee." })
export class SetPayeeDefaultCategoryInput {
  @Field(() => ID, { description: "ID of the payee." })
  @MaxLength(64)
  payeeId: string;
  @Field(() => ID, { nullable: true, description: "ID of an active category. Null removes the default." })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
}
