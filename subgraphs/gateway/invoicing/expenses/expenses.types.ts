import { IsOptional, Matches, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const ExpenseStatus = { recorded: "recorded", billed: "billed" } as const;
export type ExpenseStatus = keyof typeof ExpenseStatus;
registerEnumType(ExpenseStatus, {
  name: "ExpenseStatus",
  description: "A billed expense stands on an invoice of a client.",
});

@ObjectType({ description: "What the account spent." })
export class Expense {
  @Field(() => ID)
  id: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => String)
  vendor: string;
  @Field(() => String)
  category: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar, { description: "With tax." })
  amount: number;
  @Field(() => MoneyScalar, { description: "The part of it that is tax, which is reclaimed." })
  taxAmount: number;
  @Field(() => String, { nullable: true })
  notes: string | null;
  @Field(() => ID, { nullable: true, description: "The client whom it may be billed to." })
  billableClientId: string | null;
  @Field(() => ID, { nullable: true, description: "The receipt that it was read from." })
  receiptId: string | null;
  @Field(() => ExpenseStatus)
  status: ExpenseStatus;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of expenses, newest first." })
export class ExpensePage extends countedPageOf(Expense, "expenses") {}

@InputType({ description: "What the account spent." })
export class CreateExpenseInput {
  @Field(() => DateScalar, { description: "Not in the future." })
  date: string;
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  vendor: string;
  @Field(() => MoneyScalar, { description: "With tax." })
  @Min(0.001)
  amount: number;
  @Field(() => String, { nullable: true, description: "USD (the default), CAD, EUR or GBP." })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  category: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "The part of the amount that is tax; none when left out.",
  })
  @IsOptional()
  @Min(0)
  taxAmount?: number | null;
  @Field(() => ID, { nullable: true, description: "A client whom it may be billed to." })
  @IsOptional()
  @MaxLength(64)
  billableClientId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@ArgsType()
export class ExpenseArgs {
  @Field(() => ID)
  @MaxLength(64)
  expenseId: string;
}

@ArgsType()
export class ExpensesArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  category?: string | null;
  @Field(() => DateScalar, { nullable: true })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  to?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Only those that may be billed to a client, or only others.",
  })
  billable?: boolean | null;
}
