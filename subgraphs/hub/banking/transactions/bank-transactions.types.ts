import { Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "Spending category of a bank transaction." })
export class BankTransactionCategory {
  @Field(() => String, {
    description: "Main category, for example `FOOD_AND_DRINK`, or the owner's own category.",
  })
  primary: string;
  @Field(() => String, { description: "Detailed category, for example `FOOD_AND_DRINK_COFFEE`." })
  detailed: string;
  @Field(() => String, {
    nullable: true,
    description: "Provider's confidence in the category; null when the owner set it.",
  })
  confidence: string | null;
}

@ObjectType({ description: "Transaction on a connected bank account." })
export class BankTransaction {
  @Field(() => ID, { description: "Unique ID of the transaction." })
  transactionId: string;
  @Field(() => ID, { description: "ID of the bank connection it was imported through." })
  connectionId: string;
  @Field(() => ID, { description: "ID of the bank account." })
  accountId: string;
  @Field(() => MoneyScalar, {
    description:
      "Amount in the account's currency. Positive for money out of the account, negative for money in.",
  })
  amount: number;
  @Field(() => String, { description: "Direction: `debit` for money out, `credit` for money in." })
  direction: "debit" | "credit";
  @Field(() => String, { description: "Currency as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, {
    description: "Date when the transaction was posted, or occurred while pending.",
  })
  date: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date when the payment was authorized; null when unknown.",
  })
  authorizedDate: string | null;
  @Field(() => String, { description: "Description of the transaction from the bank." })
  name: string;
  @Field(() => String, { nullable: true, description: "Name of the merchant; null when unknown." })
  merchantName: string | null;
  @Field(() => BankTransactionCategory, {
    nullable: true,
    description: "Spending category; null when neither the provider nor the owner set one.",
  })
  category: BankTransactionCategory | null;
  @Field(() => Boolean, {
    description: "Whether the transaction is pending: the bank may still change or drop it.",
  })
  pending: boolean;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the pending transaction that this one replaced; null without one.",
  })
  pendingTransactionId: string | null;
  @Field(() => String, { description: "Payment channel: `online`, `in store` or `other`." })
  paymentChannel: string;
  @Field(() => String, { nullable: true, description: "URL of the merchant's logo; null without one." })
  logoUrl: string | null;
  @Field(() => String, {
    description: "Status: `active`, or `removed` when the bank withdrew the transaction.",
  })
  status: string;
  @Field(() => String, { nullable: true, description: "The owner's own note; null without one." })
  note: string | null;
  @Field(() => Date, { description: "Time when the transaction was imported." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the transaction." })
  updatedAt: Date;
}

@ObjectType({ description: "One page of bank transactions, newest first." })
export class BankTransactionPage {
  @Field(() => [BankTransaction], { description: "Transactions on this page, newest first." })
  transactions: BankTransaction[];
  @Field(() => Int, { description: "Number of matching transactions on all pages." })
  total: number;
  @Field(() => Int, { description: "Page size that was used." })
  limit: number;
  @Field(() => Boolean, { description: "Whether there are more pages." })
  hasMore: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page, to pass as `cursor`; null on the last page.",
  })
  nextCursor: string | null;
}
