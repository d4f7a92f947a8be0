import { Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "What a payment was for." })
export class BankTransactionCategory {
  @Field(() => String)
  primary: string;
  @Field(() => String)
  detailed: string;
  @Field(() => String, {
    nullable: true,
    description: "How sure the provider is; null when the owner set the category.",
  })
  confidence: string | null;
}

@ObjectType({ description: "A movement on a bank account." })
export class BankTransaction {
  @Field(() => ID)
  transactionId: string;
  @Field(() => ID)
  connectionId: string;
  @Field(() => ID)
  accountId: string;
  @Field(() => MoneyScalar, { description: "Positive is money out of the account." })
  amount: number;
  @Field(() => String, { description: "`debit` is money out, `credit` is money in." })
  direction: "debit" | "credit";
  @Field(() => String)
  currency: string;
  @Field(() => DateScalar)
  date: string;
  @Field(() => DateScalar, { nullable: true })
  authorizedDate: string | null;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  merchantName: string | null;
  @Field(() => BankTransactionCategory, { nullable: true })
  category: BankTransactionCategory | null;
  @Field(() => Boolean, { description: "True while the bank may still change or drop it." })
  pending: boolean;
  @Field(() => ID, { nullable: true, description: "The pending transaction that this one replaced." })
  pendingTransactionId: string | null;
  @Field(() => String, { description: "`online`, `in store` or `other`." })
  paymentChannel: string;
  @Field(() => String, { nullable: true })
  logoUrl: string | null;
  @Field(() => String, { description: "`active`, or `removed` once the bank has taken it back." })
  status: string;
  @Field(() => String, { nullable: true, description: "The owner's own note." })
  note: string | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "Transactions that fit, newest first." })
export class BankTransactionPage {
  @Field(() => [BankTransaction])
  transactions: BankTransaction[];
  @Field(() => Int, { description: "How many fit in all." })
  total: number;
  @Field(() => Int)
  limit: number;
  @Field(() => Boolean)
  hasMore: boolean;
  @Field(() => String, { nullable: true, description: "`cursor` of the next page; null on the last one." })
  nextCursor: string | null;
}
