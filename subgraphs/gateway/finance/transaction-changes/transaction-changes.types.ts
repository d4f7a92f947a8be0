import { ArrayMaxSize, ArrayMinSize, ArrayUnique, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { FinanceTransaction } from "../transactions/transaction.types.ts";

@InputType({ description: "Transactions to mark as cleared or pending." })
export class MarkTransactionClearedInput {
  @Field(() => [ID], { description: "IDs of the transactions, 1 to 500." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  transactionIds: string[];
  @Field(() => Boolean, { description: "True for cleared, false for pending." })
  cleared: boolean;
}

@InputType({ description: "Transactions to mark as reviewed or not." })
export class ReviewTransactionInput {
  @Field(() => [ID], { description: "IDs of the transactions, 1 to 500." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  transactionIds: string[];
  @Field(() => Boolean, { description: "Whether the transactions are reviewed." })
  reviewed: boolean;
}

@InputType({ description: "Two transactions that are the sides of one transfer." })
export class MatchTransferInput {
  @Field(() => ID, { description: "ID of one transaction." })
  @MaxLength(64)
  transactionIdA: string;
  @Field(() => ID, { description: "ID of the other transaction, on another account." })
  @MaxLength(64)
  transactionIdB: string;
}

@InputType({ description: "Reference to a transfer." })
export class TransferIdInput {
  @Field(() => ID, { description: "ID shared by both transactions of the transfer." })
  @MaxLength(64)
  transferId: string;
}

@ObjectType({ description: "Count of transactions that an operation changed." })
export class ChangedTransactionCount {
  @Field(() => Int, {
    description: "Number of transactions changed; those that already fit are not counted.",
  })
  changed: number;
}

@ObjectType({ description: "Transactions that were a transfer until now." })
export class UnmatchedTransfer {
  @Field(() => [FinanceTransaction], {
    description: "Both transactions, without a category, money out first.",
  })
  transactions: FinanceTransaction[];
}
