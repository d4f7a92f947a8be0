import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const ExpenseStatus = { recorded: "recorded", billed: "billed" } as const;
export type ExpenseStatus = keyof typeof ExpenseStatus;
registerEnumType(ExpenseStatus, {
  name: "ExpenseStatus",
  description: "Status of an expense.",
  valuesConfig: {
    recorded: { description: "Recorded and not billed to a client." },
    billed: { description: "Billed to a client on an invoice." },
  },
});

@ObjectType({ description: "An expense (business cost) of the account." })
export class Expense {
  @Field(() => ID, { description: "Unique ID of the expense." })
  id: string;
  @Field(() => DateScalar, { description: "Date on which the money was spent." })
  date: string;
  @Field(() => String, { description: "Name of the vendor who was paid." })
  vendor: string;
  @Field(() => String, {
    description: "Expense category, as entered; `uncategorized` for a receipt without one.",
  })
  category: string;
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount spent, with tax." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Part of the amount that is reclaimable tax. 0 without tax." })
  taxAmount: number;
  @Field(() => String, { nullable: true, description: "Notes about the expense. Null without notes." })
  notes: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the client to whom it can be billed. Null when it is not billable.",
  })
  billableClientId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the scanned receipt that it was created from. Null when entered by hand.",
  })
  receiptId: string | null;
  @Field(() => ExpenseStatus, { description: "Current status of the expense: `recorded` or `billed`." })
  status: ExpenseStatus;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the invoice that bills it. Null unless billed.",
  })
  billedInvoiceId: string | null;
  @Field(() => Int, { description: "Version number, increased by every change." })
  version: number;
  @Field(() => Date, { description: "Time at which the expense was recorded." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the expense's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of expenses, newest first." })
export class ExpensePage extends countedPageOf(Expense, "expenses") {}

@InputType({ description: "An expense to record." })
export class CreateExpenseInput {
  @Field(() => DateScalar, {
    description: "Date on which the money was spent, YYYY-MM-DD, not in the future.",
  })
  date: string;
  @Field(() => String, { description: "Name of the vendor who was paid, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  vendor: string;
  @Field(() => MoneyScalar, { description: "Amount spent, with tax, above 0." })
  @Min(0.001)
  amount: number;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the amounts: USD, CAD, EUR or GBP. Default USD.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
  @Field(() => String, {
    description: "Expense category of your choice, such as travel, up to 100 characters.",
  })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  category: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Part of the amount that is tax, at most the amount. Default 0.",
  })
  @IsOptional()
  @Min(0)
  taxAmount?: number | null;
  @Field(() => ID, { nullable: true, description: "ID of a client to whom it can be billed." })
  @IsOptional()
  @MaxLength(64)
  billableClientId?: string | null;
  @Field(() => String, { nullable: true, description: "Notes about the expense, up to 5,000 characters." })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a scanned receipt that is confirmed by this expense.",
  })
  @IsOptional()
  @MaxLength(64)
  receiptId?: string | null;
}

@InputType({ description: "The expense to act on." })
export class ExpenseIdInput {
  @Field(() => ID, { description: "ID of the expense." })
  @MaxLength(64)
  expenseId: string;
}

@InputType({ description: "Fields of an unbilled expense to change; omitted fields keep their value." })
export class UpdateExpenseInput extends ExpenseIdInput {
  @Field(() => DateScalar, { nullable: true, description: "New date, YYYY-MM-DD, not in the future." })
  date?: string | null;
  @Field(() => String, { nullable: true, description: "New name of the vendor, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  vendor?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "New amount, with tax, above 0." })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "New currency of the amounts: USD, CAD, EUR or GBP.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
  @Field(() => String, { nullable: true, description: "New category, up to 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  category?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "New part of the amount that is tax, at most the amount.",
  })
  @IsOptional()
  @Min(0)
  taxAmount?: number | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a client to whom it can be billed; null for none.",
  })
  @IsOptional()
  @MaxLength(64)
  billableClientId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New notes, up to 5,000 characters; null removes them.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Version that the change is based on. A newer version on the server returns VERSION_CONFLICT.",
  })
  version?: number | null;
}

@InputType({ description: "An expense to bill to a client, with an optional markup." })
export class BillExpenseInput extends ExpenseIdInput {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the draft that gets the line. Default: a new draft for the billable client.",
  })
  @IsOptional()
  @MaxLength(64)
  invoiceId?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Markup on the amount without tax in percent, 0 to 1,000, at most 4 decimals. Default 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(1000)
  markupPercent?: number | null;
}

@ObjectType({ description: "Confirmation that an expense was deleted." })
export class DeletedExpense {
  @Field(() => ID, { description: "ID of the deleted expense." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the expense no longer exists." })
  deleted: boolean;
}

@ArgsType()
export class ExpenseArgs {
  @Field(() => ID, { description: "ID of the expense." })
  @MaxLength(64)
  expenseId: string;
}

@ArgsType()
export class ExpensesArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Returns only expenses of this exact category." })
  @IsOptional()
  @MaxLength(100)
  category?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Earliest date to include, YYYY-MM-DD." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Latest date to include, YYYY-MM-DD." })
  to?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Filters by billing: true for expenses billable to a client, false for all others.",
  })
  billable?: boolean | null;
}
