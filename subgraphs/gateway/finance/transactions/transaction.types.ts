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
  description: "What is reconciled agrees with a statement, and is locked.",
});

@ObjectType({ description: "A part of a transaction that counts to a category of its own." })
export class TransactionSplit {
  @Field(() => ID)
  categoryId: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String, { nullable: true })
  note: string | null;
}

@ObjectType({ description: "What came into an account (positive) or went out of it (negative)." })
export class FinanceTransaction {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  accountId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => String)
  payee: string;
  @Field(() => ID, { nullable: true, description: "Null where it has none, or has splits." })
  categoryId: string | null;
  @Field(() => [TransactionSplit], { description: "Its parts, which sum to the amount; mostly none." })
  splits: TransactionSplit[];
  @Field(() => ID, { nullable: true, description: "The same on both legs of a transfer." })
  transferId: string | null;
  @Field(() => ID, { nullable: true, description: "The trade whose cash this is." })
  tradeId: string | null;
  @Field(() => FinanceTransactionStatus)
  status: TransactionStatus;
  @Field(() => String, { nullable: true })
  notes: string | null;
  @Field(() => [String])
  tags: string[];
  @Field(() => Boolean)
  reviewed: boolean;
  @Field(() => ID, { nullable: true, description: "The import that it came with." })
  importBatchId: string | null;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of transactions, newest first." })
export class FinanceTransactionPage extends countedPageOf(FinanceTransaction, "transactions") {}

@ObjectType({ description: "How many transactions were changed." })
export class ChangedTransactions {
  @Field(() => Int)
  changed: number;
  @Field(() => Int, { description: "Left as they were: reconciled, split, transfers, or cash of trades." })
  skipped: number;
}

@ObjectType({ description: "What was deleted." })
export class DeletedTransaction {
  @Field(() => Boolean)
  deleted: true;
}

@ObjectType({ description: "Money that went between accounts of one's own; no income and no spending." })
export class FinanceTransfer {
  @Field(() => ID)
  transferId: string;
  @Field(() => FinanceTransaction)
  from: FinanceTransaction;
  @Field(() => FinanceTransaction)
  to: FinanceTransaction;
  @Field(() => FinanceTransaction, { nullable: true, description: "The fee, which is spending." })
  fee: FinanceTransaction | null;
}

@ArgsType()
export class FinanceTransactionArgs {
  @Field(() => ID)
  @MaxLength(64)
  transactionId: string;
}

@ArgsType()
export class FinanceTransactionsArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, { nullable: true })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  to?: string | null;
  @Field(() => ID, { nullable: true, description: "Of the transaction, or of one of its parts." })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(50)
  tag?: string | null;
  @Field(() => MoneyScalar, { nullable: true })
  amountMin?: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  amountMax?: number | null;
  @Field(() => Boolean, { nullable: true, description: "Only those that have neither category nor parts." })
  uncategorized?: boolean | null;
  @Field(() => FinanceTransactionStatus, { nullable: true })
  status?: TransactionStatus | null;
}

@ArgsType()
export class TransactionSearchArgs extends PageArgs {
  @Field(() => String, { description: "Words of payee and notes, or an amount." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  query: string;
}
