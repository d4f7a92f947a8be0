import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import type { TransactionStatus } from "../finance-tables.ts";
import { PageArgs } from "../../base/page.types.ts";

export const FinanceTransactionStatus = enumOf(["pending", "cleared", "reconciled"]);
registerEnumType(FinanceTransactionStatus, {
  name: "FinanceTransactionStatus",
  description: "Statuses of a transaction.",
  valuesConfig: {
    pending: { description: "Not yet posted by the bank." },
    cleared: { description: "Posted by the bank." },
    reconciled: { description: "Matched with a bank statement and locked against changes." },
  },
});

@ObjectType({ description: "Part of a transaction with a category of its own." })
export class TransactionSplit {
  @Field(() => ID, { description: "ID of the category this part counts toward." })
  categoryId: string;
  @Field(() => MoneyScalar, { description: "Amount of this part, with the sign of money in or out." })
  amount: number;
  @Field(() => String, { nullable: true, description: "Note on this part. Null when not set." })
  note: string | null;
}

@ObjectType({
  description: "Transaction on a financial account. Positive amounts are money in, negative are money out.",
})
export class FinanceTransaction {
  @Field(() => ID, { description: "Unique ID of the transaction." })
  id: string;
  @Field(() => ID, { description: "ID of the account the transaction belongs to." })
  accountId: string;
  @Field(() => DateScalar, { description: "Date of the transaction." })
  date: string;
  @Field(() => MoneyScalar, {
    description: "Amount in the account's currency: positive for money in, negative for money out.",
  })
  amount: number;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => String, { description: "Name of the other party, such as a shop or an employer." })
  payee: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the category. Null for uncategorized and split transactions.",
  })
  categoryId: string | null;
  @Field(() => [TransactionSplit], {
    description: "Parts of a split transaction, which sum to its amount. Empty when it is not split.",
  })
  splits: TransactionSplit[];
  @Field(() => ID, {
    nullable: true,
    description: "ID shared by both sides of a transfer. Null for other transactions.",
  })
  transferId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the trade that moved this cash. Null for other transactions.",
  })
  tradeId: string | null;
  @Field(() => FinanceTransactionStatus, {
    description: "Whether the transaction is pending, cleared or reconciled.",
  })
  status: TransactionStatus;
  @Field(() => String, { nullable: true, description: "Free-text notes. Null when not set." })
  notes: string | null;
  @Field(() => [String], { description: "Tags on the transaction; empty when it has none." })
  tags: string[];
  @Field(() => Boolean, { description: "Whether the user marked the transaction as reviewed." })
  reviewed: boolean;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the import that added the transaction. Null when it was not imported.",
  })
  importBatchId: string | null;
  @Field(() => Int, { description: "Version number of the transaction; increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time when the transaction was created (UTC)." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the transaction (UTC)." })
  updatedAt: Date;
}

@ObjectType({ description: "Page of transactions, newest first." })
export class FinanceTransactionPage extends countedPageOf(FinanceTransaction, "transactions") {}

@ObjectType({ description: "Counts of transactions changed by a bulk operation." })
export class ChangedTransactions {
  @Field(() => Int, { description: "Number of transactions changed." })
  changed: number;
  @Field(() => Int, {
    description:
      "Number of transactions left unchanged because they are reconciled, split, transfers or cash of trades.",
  })
  skipped: number;
}

@ObjectType({ description: "Result of deleting a transaction." })
export class DeletedTransaction {
  @Field(() => Boolean, { description: "Always true: the transaction was deleted." })
  deleted: true;
}

@ObjectType({ description: "Transfer between two own accounts; counts as neither income nor spending." })
export class FinanceTransfer {
  @Field(() => ID, { description: "ID shared by both transactions of the transfer." })
  transferId: string;
  @Field(() => FinanceTransaction, {
    description: "Transaction on the source account, with a negative amount.",
  })
  from: FinanceTransaction;
  @Field(() => FinanceTransaction, {
    description: "Transaction on the destination account, with a positive amount.",
  })
  to: FinanceTransaction;
  @Field(() => FinanceTransaction, {
    nullable: true,
    description: "Transaction of the transfer fee, which counts as spending. Null without a fee.",
  })
  fee: FinanceTransaction | null;
}

@ArgsType()
export class FinanceTransactionArgs {
  @Field(() => ID, { description: "ID of the transaction." })
  @MaxLength(64)
  transactionId: string;
}

@ArgsType()
export class FinanceTransactionsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by account ID." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "First transaction date (YYYY-MM-DD)." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last transaction date, included (YYYY-MM-DD)." })
  to?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "Filter by category ID, including parts of split transactions.",
  })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => String, { nullable: true, description: "Filter by tag, up to 50 characters." })
  @IsOptional()
  @MaxLength(50)
  tag?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Lowest signed amount; money out is negative." })
  amountMin?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Highest signed amount; money out is negative." })
  amountMax?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether to return only transactions without a category. False returns only categorized ones.",
  })
  uncategorized?: boolean | null;
  @Field(() => FinanceTransactionStatus, { nullable: true, description: "Filter by transaction status." })
  status?: TransactionStatus | null;
}

@ArgsType()
export class TransactionSearchArgs extends PageArgs {
  @Field(() => String, {
    description: "Words to find in payee or notes, or an amount such as 12.50. All words must match.",
  })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  query: string;
}
