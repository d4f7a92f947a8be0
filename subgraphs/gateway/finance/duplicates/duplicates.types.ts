import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { FinanceTransaction } from "../transactions/transaction.types.ts";

/** Most days between two that are one. */
export const mostDaysApart = 14;

@ArgsType()
export class FindDuplicateTransactionsArgs {
  @Field(() => ID, { nullable: true, description: "ID of the account to search. Default: all accounts." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => Int, {
    defaultValue: 3,
    description: "Most days between two transactions, 0 to 14. Default: 3.",
  })
  @Min(0)
  @Max(mostDaysApart)
  windowDays: number;
}

@ObjectType({ description: "Transactions of one account that are probably one payment." })
export class DuplicateTransactionGroup {
  @Field(() => ID, { description: "ID of the transaction to keep: the one with most details." })
  keepId: string;
  @Field(() => [FinanceTransaction], {
    description: "Transactions of equal amount, near date and similar payee, the one to keep first.",
  })
  transactions: FinanceTransaction[];
}

@ObjectType({ description: "Groups of transactions that are probably duplicates." })
export class DuplicateTransactions {
  @Field(() => [DuplicateTransactionGroup], { description: "Up to 100 groups, newest first." })
  groups: DuplicateTransactionGroup[];
  @Field(() => Boolean, { description: "Whether there are more groups. Merge these, then search again." })
  hasMore: boolean;
}

@InputType({ description: "Duplicates to merge into one transaction." })
export class MergeDuplicateTransactionsInput {
  @Field(() => ID, { description: "ID of the transaction to keep." })
  @MaxLength(64)
  keepId: string;
  @Field(() => [ID], { description: "IDs of its duplicates on the same account, 1 to 20; they are deleted." })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  dropIds: string[];
}
