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
import { Field, ID, InputType, Int } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { notBlank } from "../accounts/account.types.ts";
import { FinanceTransactionStatus } from "./transaction.types.ts";

@InputType({ description: "Details of a transaction to add." })
export class AddTransactionInput {
  @Field(() => ID, { description: "ID of the account the transaction belongs to; must be open." })
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar, { description: "Date of the transaction (YYYY-MM-DD)." })
  date: string;
  @Field(() => MoneyScalar, {
    description: "Amount in the account's currency: positive for money in, negative for money out; not zero.",
  })
  amount: number;
  @Field(() => String, { description: "Name of the other party, up to 200 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  payee: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the category. Default: set by the categorisation rules.",
  })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => [String], { nullable: true, description: "Tags to set, at most 20 of up to 50 characters." })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(50, { each: true })
  tags?: string[] | null;
  @Field(() => String, { nullable: true, description: "Free-text notes, up to 2,000 characters." })
  @IsOptional()
  @MaxLength(2000)
  notes?: string | null;
  @Field(() => FinanceTransactionStatus, {
    nullable: true,
    description: "Initial status, pending or cleared. Default: cleared.",
  })
  @IsOptional()
  @Matches(/^(pending|cleared)$/)
  status?: "pending" | "cleared" | null;
}

@InputType({ description: "Changes to a transaction. Omitted fields keep their value." })
export class UpdateTransactionInput {
  @Field(() => ID, { description: "ID of the transaction to update." })
  @MaxLength(64)
  transactionId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "New date (YYYY-MM-DD). The date of a trade's cash cannot change.",
  })
  date?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "New amount, not zero. Cannot change for transfers, cash of trades and split transactions.",
  })
  amount?: number | null;
  @Field(() => String, { nullable: true, description: "New payee name, up to 200 characters." })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  payee?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the new category. Null removes the category." })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "New tags, which replace the old ones; at most 20 of up to 50 characters.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(50, { each: true })
  tags?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "New notes, up to 2,000 characters. Null removes them.",
  })
  @IsOptional()
  @MaxLength(2000)
  notes?: string | null;
  @Field(() => FinanceTransactionStatus, { nullable: true, description: "New status, pending or cleared." })
  @IsOptional()
  @Matches(/^(pending|cleared)$/)
  status?: "pending" | "cleared" | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the transaction is marked as reviewed." })
  reviewed?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to change a reconciled transaction, which then becomes cleared. Default: false.",
  })
  unlock?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version number that was read. Returns a conflict when the transaction has changed since.",
  })
  version?: number | null;
}

@InputType({ description: "Part of a transaction with a category of its own." })
export class TransactionSplitInput {
  @Field(() => ID, { description: "ID of the category this part counts toward." })
  @MaxLength(64)
  categoryId: string;
  @Field(() => MoneyScalar, {
    description: "Amount of this part, with the same sign convention as the transaction.",
  })
  amount: number;
  @Field(() => String, { nullable: true, description: "Note on this part, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  note?: string | null;
}

@InputType({ description: "Parts of a transaction. They must sum to its amount." })
export class SplitTransactionInput {
  @Field(() => ID, { description: "ID of the transaction to split." })
  @MaxLength(64)
  transactionId: string;
  @Field(() => [TransactionSplitInput], {
    description: "Parts of the transaction, 2 to 50; they replace earlier parts.",
  })
  @ArrayMinSize(2)
  @ArrayMaxSize(50)
  @ValidateNested()
  splits: TransactionSplitInput[];
}

@InputType({ description: "Reference to a transaction." })
export class TransactionIdInput {
  @Field(() => ID, { description: "ID of the transaction." })
  @MaxLength(64)
  transactionId: string;
}

@InputType({ description: "Filter for transactions. All given conditions must match." })
export class TransactionFilterInput {
  @Field(() => ID, { nullable: true, description: "Filter by account ID." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "First transaction date (YYYY-MM-DD)." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last transaction date, included (YYYY-MM-DD)." })
  to?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Words to find in payee or notes, or an amount such as 12.50.",
  })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to select only transactions without a category.",
  })
  uncategorized?: boolean | null;
}

@InputType({ description: "Transactions to categorize, given by IDs or by filter, not both." })
export class BulkCategorizeInput {
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the transactions, 1 to 500. Required without `filter`.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  transactionIds?: string[] | null;
  @Field(() => TransactionFilterInput, {
    nullable: true,
    description: "Filter that selects the transactions. Required without `transactionIds`.",
  })
  @IsOptional()
  @ValidateNested()
  filter?: TransactionFilterInput | null;
  @Field(() => ID, { description: "ID of the category to set." })
  @MaxLength(64)
  categoryId: string;
}

@InputType({ description: "Details of a transfer between two own accounts." })
export class AddTransferInput {
  @Field(() => ID, { description: "ID of the account the money leaves." })
  @MaxLength(64)
  fromAccountId: string;
  @Field(() => ID, { description: "ID of the account that receives the money; must be another account." })
  @MaxLength(64)
  toAccountId: string;
  @Field(() => DateScalar, { description: "Date of the transfer (YYYY-MM-DD)." })
  date: string;
  @Field(() => MoneyScalar, {
    description: "Amount that leaves the source account, in its currency. At least 0.001.",
  })
  @Min(0.001)
  amount: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount received, in the destination's currency. Required when the currencies differ.",
  })
  @IsOptional()
  @Min(0.001)
  toAmount?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Transfer fee that the source account pays on top. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  fee?: number | null;
}
