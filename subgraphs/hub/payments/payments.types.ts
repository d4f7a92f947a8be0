import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { CreditsScalar, JSONObjectScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";

const enumOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const PaymentType = enumOf([
  "payment_intent",
  "checkout_session",
  "credit_purchase",
  "subscription_checkout",
  "auto_reload",
]);
export type PaymentType = keyof typeof PaymentType;
registerEnumType(PaymentType, { name: "PaymentType", description: "How a payment came about." });

export const PaymentStatus = enumOf([
  "pending",
  "processing",
  "requires_action",
  "succeeded",
  "failed",
  "canceled",
  "expired",
  "partially_refunded",
  "refunded",
  "disputed",
]);
export type PaymentStatus = keyof typeof PaymentStatus;
registerEnumType(PaymentStatus, {
  name: "PaymentStatus",
  description: "How far a payment is. A failed one may still succeed: its payer can try again.",
});

/** What both ways of paying a free amount are given. */
@InputType()
class FreeAmount {
  @Field(() => MoneyScalar, {
    description:
      "In major units, 0.5 to 999,999.99, with no more decimals than the currency has. The processor's own minimum for the currency applies too.",
  })
  @Min(0.5)
  @Max(999_999.99)
  amount: number;
  @Field(() => String, { defaultValue: "USD", description: "ISO 4217 code, in any case." })
  @MinLength(3)
  @MaxLength(3)
  currency: string;
  @Field(() => ID, { description: "The app that is paid." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String, { nullable: true, description: "What is paid for, shown in the list of payments." })
  @IsOptional()
  @MaxLength(500)
  description?: string | null;
  @Field(() => String, { description: "Token of a score-based bot check with the action create_payment." })
  @MinLength(1)
  @MaxLength(4_096)
  recaptchaToken: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Up to 50 keys of up to 40 characters, with texts of up to 500; keys that start with hub_ are reserved.",
  })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: "A payment that its payer confirms in the browser." })
export class CreatePaymentIntentInput extends FreeAmount {}

@InputType({ description: "A payment on the processor's own page." })
export class CreateCheckoutSessionInput extends FreeAmount {
  @Field(() => String, {
    nullable: true,
    description: "Where the payer returns to: https, at an origin of the app. By default a page of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  successUrl?: string | null;
  @Field(() => String, { nullable: true, description: "The same for a payer who turns back." })
  @IsOptional()
  @MaxLength(2_048)
  cancelUrl?: string | null;
}

@ObjectType({ description: "A payment to be confirmed with its client secret." })
export class CreatedPaymentIntent {
  @Field(() => String, { description: "Confirms this payment in the browser; a secret of its payer." })
  clientSecret: string;
  @Field(() => ID)
  paymentIntentId: string;
  @Field(() => ID)
  transactionId: string;
}

@ObjectType({ description: "A page of the processor where something is paid." })
export class OpenedCheckout {
  @Field(() => ID)
  sessionId: string;
  @Field(() => String, { description: "Send the payer there. The page is open for 24 hours." })
  url: string;
  @Field(() => ID)
  transactionId: string;
}

@ArgsType()
export class PaymentTransactionsArgs {
  @Field(() => Int, { defaultValue: 1 })
  @IsInt()
  @Min(1)
  page: number;
  @Field(() => Int, { defaultValue: 10 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => ID, { nullable: true, description: "Only payments to this app." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}

@ObjectType({ description: "One payment." })
export class PaymentTransaction {
  @Field(() => ID)
  transactionId: string;
  @Field(() => PaymentType)
  type: PaymentType;
  @Field(() => PaymentStatus)
  status: PaymentStatus;
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => MoneyScalar)
  amountRefunded: number;
  @Field(() => String)
  currency: string;
  @Field(() => ID)
  appId: string;
  @Field(() => String)
  description: string;
  @Field(() => ID, { nullable: true, description: "The credit package that it buys." })
  packageId: string | null;
  @Field(() => CreditsScalar, { nullable: true, description: "The credits that it buys." })
  credits: number | null;
  @Field(() => ID, { nullable: true })
  paymentIntentId: string | null;
  @Field(() => ID, { nullable: true })
  sessionId: string | null;
  @Field(() => String, { nullable: true, description: "The processor's receipt or invoice." })
  invoiceUrl: string | null;
  @Field(() => String, { nullable: true })
  failureCode: string | null;
  @Field(() => String, { nullable: true })
  failureMessage: string | null;
  @Field(() => JSONObjectScalar)
  metadata: Record<string, unknown>;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "When it was first paid, or came to its end without that.",
  })
  completedAt: Date | null;
}

@ObjectType()
export class PagePagination {
  @Field(() => Int)
  page: number;
  @Field(() => Int)
  limit: number;
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  totalPages: number;
  @Field(() => Boolean)
  hasMore: boolean;
}

@ObjectType({ description: "Payments of the caller's account, newest first." })
export class PaymentTransactionPage {
  @Field(() => [PaymentTransaction])
  transactions: PaymentTransaction[];
  @Field(() => PagePagination)
  pagination: PagePagination;
}
