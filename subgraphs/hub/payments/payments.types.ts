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
registerEnumType(PaymentType, {
  name: "PaymentType",
  description: "Purpose and flow of a payment.",
  valuesConfig: {
    payment_intent: { description: "One-time payment confirmed in the browser." },
    checkout_session: { description: "One-time payment on the processor's page." },
    credit_purchase: { description: "Purchase of a credit package." },
    subscription_checkout: { description: "First payment of a subscription." },
    auto_reload: { description: "Automatic purchase of credits when the balance is low." },
  },
});

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
  description: "Status of a payment. A failed payment may still succeed when the payer tries again.",
  valuesConfig: {
    pending: { description: "Payment was created and not paid yet." },
    processing: { description: "Processor is processing the payment." },
    requires_action: { description: "Payer has to confirm, such as with 3-D Secure." },
    succeeded: { description: "Payment was collected in full." },
    failed: { description: "Last attempt to pay was declined." },
    canceled: { description: "Payment was canceled before it was paid." },
    expired: { description: "Payment page expired before it was paid." },
    partially_refunded: { description: "Part of the amount was refunded." },
    refunded: { description: "Full amount was refunded." },
    disputed: { description: "Payer disputes the payment (chargeback)." },
  },
});

/** Common input of both ways of paying a free amount. */
@InputType()
class FreeAmount {
  @Field(() => MoneyScalar, {
    description:
      "Amount in major units, 0.5 to 999,999.99, with no more decimals than the currency has. The processor's minimum for the currency also applies.",
  })
  @Min(0.5)
  @Max(999_999.99)
  amount: number;
  @Field(() => String, {
    defaultValue: "USD",
    description: "Currency as an ISO 4217 code, in upper or lower case.",
  })
  @MinLength(3)
  @MaxLength(3)
  currency: string;
  @Field(() => ID, { description: "ID of the app that receives the payment." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String, {
    nullable: true,
    description: "Purpose of the payment, shown in the list of payments.",
  })
  @IsOptional()
  @MaxLength(500)
  description?: string | null;
  @Field(() => String, {
    description: "Token of a score-based bot check (reCAPTCHA) with the action create_payment.",
  })
  @MinLength(1)
  @MaxLength(4_096)
  recaptchaToken: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Custom data, up to 50 keys. Keys have up to 40 characters and must not start with hub_; values are strings of up to 500 characters.",
  })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: "One-time payment that the payer confirms in the browser." })
export class CreatePaymentIntentInput extends FreeAmount {}

@InputType({ description: "One-time payment on the processor's payment page." })
export class CreateCheckoutSessionInput extends FreeAmount {
  @Field(() => String, {
    nullable: true,
    description: "Return URL after payment: https, on an origin of the app. Defaults to a page of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  successUrl?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Return URL when the payer cancels: https, on an origin of the app. Defaults to a page of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  cancelUrl?: string | null;
}

@ObjectType({ description: "New payment, to be confirmed in the browser with its client secret." })
export class CreatedPaymentIntent {
  @Field(() => String, {
    description: "Client secret that confirms this payment in the browser. Share it with the payer only.",
  })
  clientSecret: string;
  @Field(() => ID, { description: "ID of the payment at the processor." })
  paymentIntentId: string;
  @Field(() => ID, { description: "ID of the payment on the platform." })
  transactionId: string;
}

@ObjectType({ description: "Payment page of the processor." })
export class OpenedCheckout {
  @Field(() => ID, { description: "ID of the payment page at the processor." })
  sessionId: string;
  @Field(() => String, { description: "URL of the payment page. Redirect the payer there within 24 hours." })
  url: string;
  @Field(() => ID, { description: "ID of the payment on the platform." })
  transactionId: string;
}

@ArgsType()
export class PaymentTransactionsArgs {
  @Field(() => Int, { defaultValue: 1, description: "Page number, starting at 1." })
  @IsInt()
  @Min(1)
  page: number;
  @Field(() => Int, { defaultValue: 10, description: "Maximum number of payments per page." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => ID, { nullable: true, description: "Only payments to this app; omit for all apps." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}

@ObjectType({ description: "One payment of the account." })
export class PaymentTransaction {
  @Field(() => ID, { description: "ID of the payment on the platform." })
  transactionId: string;
  @Field(() => PaymentType, { description: "Purpose and flow of the payment." })
  type: PaymentType;
  @Field(() => PaymentStatus, { description: "Current status of the payment." })
  status: PaymentStatus;
  @Field(() => MoneyScalar, { description: "Amount of the payment in major units of its currency." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Amount refunded so far, in major units of the currency." })
  amountRefunded: number;
  @Field(() => String, { description: "Currency of the amounts as an ISO 4217 code." })
  currency: string;
  @Field(() => ID, { description: "ID of the app that received the payment." })
  appId: string;
  @Field(() => String, { description: "Purpose of the payment." })
  description: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the credit package bought; null for other payments.",
  })
  packageId: string | null;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credits bought with the payment; null for other payments.",
  })
  credits: number | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the payment at the processor; null until it exists.",
  })
  paymentIntentId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the processor's payment page; null when none was used.",
  })
  sessionId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "URL of the processor's receipt or invoice; null until available.",
  })
  invoiceUrl: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason the last attempt failed, such as `card_declined`; null when none failed.",
  })
  failureCode: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason the last attempt failed, in words; null when none failed.",
  })
  failureMessage: string | null;
  @Field(() => JSONObjectScalar, { description: "Custom data given when the payment was created." })
  metadata: Record<string, unknown>;
  @Field(() => Date, { description: "Time the payment was created, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time the payment last changed, ISO 8601 in UTC." })
  updatedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time the payment was first paid or ended unpaid; null while open.",
  })
  completedAt: Date | null;
}

@ObjectType({ description: "Position of a page in a list read by page number." })
export class PagePagination {
  @Field(() => Int, { description: "Number of this page, starting at 1." })
  page: number;
  @Field(() => Int, { description: "Maximum number of entries per page." })
  limit: number;
  @Field(() => Int, { description: "Number of entries in the whole list." })
  total: number;
  @Field(() => Int, { description: "Number of pages in the whole list." })
  totalPages: number;
  @Field(() => Boolean, { description: "True when another page follows." })
  hasMore: boolean;
}

@ObjectType({ description: "One page of the account's payments, newest first." })
export class PaymentTransactionPage {
  @Field(() => [PaymentTransaction], { description: "Payments of this page, newest first." })
  transactions: PaymentTransaction[];
  @Field(() => PagePagination, { description: "Position of this page in the whole list." })
  pagination: PagePagination;
}
