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

@InputType({ description: "What came into an account or went out of it." })
export class AddTransactionInput {
  @Field(() => ID)
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar, { description: "Positive came in, negative went out; not zero." })
  amount: number;
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  payee: string;
  @Field(() => ID, { nullable: true, description: "Left out, the rules say it." })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => [String], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(50, { each: true })
  tags?: string[] | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(2000)
  notes?: string | null;
  @Field(() => FinanceTransactionStatus, { nullable: true, description: "cleared when left out." })
  @IsOptional()
  @Matches(/^(pending|cleared)$/)
  status?: "pending" | "cleared" | null;
}

@InputType({ description: "What changes of a transaction; what is left out stays." })
export class UpdateTransactionInput {
  @Field(() => ID)
  @MaxLength(64)
  transactionId: string;
  @Field(() => DateScalar, { nullable: true })
  date?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Not of a transfer, a trade, or one with splits.",
  })
  amount?: number | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  payee?: string | null;
  @Field(() => ID, { nullable: true, description: "Null takes the category away." })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => [String], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(50, { each: true })
  tags?: string[] | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(2000)
  notes?: string | null;
  @Field(() => FinanceTransactionStatus, { nullable: true })
  @IsOptional()
  @Matches(/^(pending|cleared)$/)
  status?: "pending" | "cleared" | null;
  @Field(() => Boolean, { nullable: true })
  reviewed?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True changes a reconciled one, which is then cleared.",
  })
  unlock?: boolean | null;
  @Field(() => Int, { nullable: true, description: "The version that was read; a stale one is refused." })
  version?: number | null;
}

@InputType({ description: "A part of a transaction." })
export class TransactionSplitInput {
  @Field(() => ID)
  @MaxLength(64)
  categoryId: string;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  note?: string | null;
}

@InputType({ description: "The parts of a transaction, which sum to its amount exactly." })
export class SplitTransactionInput {
  @Field(() => ID)
  @MaxLength(64)
  transactionId: string;
  @Field(() => [TransactionSplitInput])
  @ArrayMinSize(2)
  @ArrayMaxSize(50)
  @ValidateNested()
  splits: TransactionSplitInput[];
}

@InputType({ description: "A transaction." })
export class TransactionIdInput {
  @Field(() => ID)
  @MaxLength(64)
  transactionId: string;
}

@InputType({ description: "Which transactions: all that fit each of these." })
export class TransactionFilterInput {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => DateScalar, { nullable: true })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  to?: string | null;
  @Field(() => String, { nullable: true, description: "Words of payee and notes, or an amount." })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => Boolean, { nullable: true, description: "Only those without a category." })
  uncategorized?: boolean | null;
}

@InputType({ description: "Which transactions go to a category: named ones, or those of a filter." })
export class BulkCategorizeInput {
  @Field(() => [ID], { nullable: true })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  transactionIds?: string[] | null;
  @Field(() => TransactionFilterInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  filter?: TransactionFilterInput | null;
  @Field(() => ID)
  @MaxLength(64)
  categoryId: string;
}

@InputType({ description: "Money that goes from one account of one's own to another." })
export class AddTransferInput {
  @Field(() => ID)
  @MaxLength(64)
  fromAccountId: string;
  @Field(() => ID)
  @MaxLength(64)
  toAccountId: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => MoneyScalar, { description: "What leaves the first account." })
  @Min(0.001)
  amount: number;
  @Field(() => MoneyScalar, { nullable: true, description: "What reaches one of another currency." })
  @IsOptional()
  @Min(0.001)
  toAmount?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "What the first account pays for it besides." })
  @IsOptional()
  @Min(0)
  fee?: number | null;
}
