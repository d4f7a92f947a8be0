import { IsOptional, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { JSONObjectScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";
import { UpcomingInvoice } from "./billing.types.ts";

export const BillingInterval = {
  monthly: "monthly",
  yearly: "yearly",
  month: "month",
  year: "year",
} as const;
export type BillingInterval = keyof typeof BillingInterval;
registerEnumType(BillingInterval, {
  name: "BillingInterval",
  description: "Billing interval of a plan.",
  valuesConfig: {
    monthly: { description: "Billed every month." },
    yearly: { description: "Billed every year." },
    month: { description: "Same as monthly." },
    year: { description: "Same as yearly." },
  },
});

export const ProrationBehavior = {
  create_prorations: "create_prorations",
  none: "none",
  always_invoice: "always_invoice",
} as const;
export type ProrationBehavior = keyof typeof ProrationBehavior;
registerEnumType(ProrationBehavior, {
  name: "ProrationBehavior",
  description: "Handling of the price difference when a plan changes.",
  valuesConfig: {
    create_prorations: { description: "Difference is added to the next invoice." },
    none: { description: "Difference is not billed." },
    always_invoice: { description: "Difference is billed immediately." },
  },
});

@ObjectType({ description: "Pause of a subscription. Invoices during the pause are void." })
export class SubscriptionPause {
  @Field(() => Date, { description: "Time the pause started, ISO 8601 in UTC." })
  pausedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time billing resumes automatically; null until resumed manually.",
  })
  resumesAt: Date | null;
  @Field(() => String, { description: "Handling of invoices during the pause, always `void`." })
  behavior: string;
}

@ObjectType({ description: "Subscription of an account to a plan in one app." })
export class PlanSubscription {
  @Field(() => ID, { description: "ID of the subscription." })
  id: string;
  @Field(() => ID, { description: "ID of the app the plan belongs to." })
  appId: string;
  @Field(() => String, { description: "Key of the plan; `integration` is a plan of the invoicing app." })
  planId: string;
  @Field(() => String, {
    description: "Status of the subscription: `active`, `trialing`, `past_due` or `canceled`.",
  })
  status: string;
  @Field(() => String, { description: "Billing interval: `monthly` or `yearly`." })
  interval: string;
  @Field(() => String, { description: "ID of the price at the payment processor." })
  priceId: string;
  @Field(() => Date, { description: "Start of the current billing period." })
  currentPeriodStart: Date;
  @Field(() => Date, { description: "End of the current billing period." })
  currentPeriodEnd: Date;
  @Field(() => Boolean, { description: "True when the subscription ends with the current billing period." })
  cancelAtPeriodEnd: boolean;
  @Field(() => Date, {
    nullable: true,
    description: "Time the subscription is scheduled to end; null when not scheduled.",
  })
  cancelAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time the cancellation was requested; null when it was not.",
  })
  canceledAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time the subscription ended; null while it runs." })
  endedAt: Date | null;
  @Field(() => SubscriptionPause, {
    nullable: true,
    description: "Current pause of billing; null when not paused.",
  })
  pause: SubscriptionPause | null;
  @Field(() => Boolean, {
    description:
      "True when the subscription gives access to its plan now. An unpaid invoice leaves 7 days of grace.",
  })
  entitled: boolean;
  @Field(() => String, { description: "Status as reported by the payment processor." })
  processorStatus: string;
  @Field(() => Date, { description: "Time the subscription was created, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time the subscription last changed, ISO 8601 in UTC." })
  updatedAt: Date;
}

@ObjectType({ description: "Subscriptions of an account, in one app or in all apps." })
export class SubscriptionOverview {
  @Field(() => String, { description: "Status of `subscription`; `none` without one." })
  status: string;
  @Field(() => PlanSubscription, {
    nullable: true,
    description:
      "Subscription in the app. Across all apps, the most recently changed one that gives access. Null without one.",
  })
  subscription: PlanSubscription | null;
  @Field(() => [PlanSubscription], { description: "All subscriptions, newest first, including ended ones." })
  subscriptions: PlanSubscription[];
}

@ObjectType({ description: "Subscription of an account in one app." })
export class AppSubscription {
  @Field(() => PlanSubscription, {
    nullable: true,
    description: "Subscription in the app; null without one.",
  })
  subscription: PlanSubscription | null;
  @Field(() => String, { description: "Status of the subscription; `none` without one." })
  status: string;
}

@ObjectType({ description: "Subscriptions of an account, newest first." })
export class PlanSubscriptionPage {
  @Field(() => [PlanSubscription], {
    description: "Subscriptions of the account, newest first, including ended ones.",
  })
  subscriptions: PlanSubscription[];
}

@ObjectType({ description: "Subscription after a change." })
export class SubscriptionChange {
  @Field(() => PlanSubscription, { description: "Subscription with the change applied." })
  subscription: PlanSubscription;
  @Field(() => String, { description: "Summary of the change, in words." })
  message: string;
}

@ObjectType({ description: "Price difference for the rest of the billing period. Negative for a credit." })
export class Proration {
  @Field(() => MoneyScalar, { description: "Price difference in major units; negative for a credit." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount as an ISO 4217 code." })
  currency: string;
  @Field(() => Date, { description: "Time at which the new price replaces the old one." })
  effectiveAt: Date;
}

@ObjectType({ description: "Subscription after a plan change." })
export class SubscriptionUpdate extends SubscriptionChange {
  @Field(() => Proration, {
    nullable: true,
    description: "Price difference for the rest of the period; null when nothing is prorated.",
  })
  proration: Proration | null;
}

@ObjectType({ description: "Cost of a plan or interval change. Changes nothing." })
export class SubscriptionChangePreview {
  @Field(() => ID, { description: "ID of the app of the subscription." })
  appId: string;
  @Field(() => String, { description: "Key of the plan the new price belongs to." })
  planId: string;
  @Field(() => String, { description: "New billing interval: `monthly` or `yearly`." })
  interval: string;
  @Field(() => String, { description: "ID of the new price at the payment processor." })
  priceId: string;
  @Field(() => Proration, {
    nullable: true,
    description: "Price difference for the rest of the period; null when nothing is prorated.",
  })
  proration: Proration | null;
  @Field(() => UpcomingInvoice, {
    nullable: true,
    description:
      "Next invoice after the change. It is billed immediately with always_invoice or another interval, otherwise at the end of the period. Null when nothing will be billed.",
  })
  invoice: UpcomingInvoice | null;
}

const appIdText = "ID of the app the plan belongs to.";

@InputType({ description: "Plan to subscribe to on the processor's payment page." })
export class SubscriptionCheckoutInput {
  @Field(() => String, { description: appIdText })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String, { description: "Key of the plan in the app." })
  @MinLength(1)
  @MaxLength(64)
  planId: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of an active price of the plan; found by `interval` when omitted.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(255)
  priceId?: string | null;
  @Field(() => BillingInterval, {
    defaultValue: BillingInterval.monthly,
    description: "Billing interval of the plan.",
  })
  interval: BillingInterval;
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
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Custom data, up to 50 keys. Keys have up to 40 characters and must not start with hub_; values are strings of up to 500 characters.",
  })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: "Subscription to cancel, at period end or immediately." })
export class CancelSubscriptionInput {
  @Field(() => ID, { description: "ID of the app whose subscription is canceled." })
  appId: string;
  @Field(() => Boolean, {
    defaultValue: true,
    description: "True cancels at the end of the billing period; false cancels immediately without a refund.",
  })
  cancelAtPeriodEnd: boolean;
}

@InputType({ description: "App whose subscription is changed." })
export class AppSubscriptionInput {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
}

@InputType({ description: "Subscription to pause. Access to the plan may continue." })
export class PauseSubscriptionInput {
  @Field(() => ID, { description: "ID of the app whose subscription is paused." })
  appId: string;
  @Field(() => Date, {
    nullable: true,
    description:
      "Time billing resumes automatically, more than an hour and at most a year ahead. Omit to resume manually.",
  })
  @IsOptional()
  resumeAt?: Date | null;
}

@InputType({ description: "New plan or billing interval of a subscription." })
export class UpdateSubscriptionInput {
  @Field(() => ID, { description: "ID of the app whose subscription changes." })
  appId: string;
  @Field(() => String, { description: "ID of an active price of the app, in the subscription's currency." })
  @MinLength(1)
  @MaxLength(255)
  newPriceId: string;
  @Field(() => ProrationBehavior, {
    defaultValue: ProrationBehavior.create_prorations,
    description: "Handling of the price difference for the rest of the period.",
  })
  prorationBehavior: ProrationBehavior;
}

@ArgsType()
export class SubscriptionChangePreviewArgs {
  @Field(() => ID, { description: "ID of the app whose subscription would change." })
  appId: string;
  @Field(() => String, { description: "ID of an active price of the app, in the subscription's currency." })
  @MinLength(1)
  @MaxLength(255)
  newPriceId: string;
  @Field(() => ProrationBehavior, {
    defaultValue: ProrationBehavior.create_prorations,
    description: "Handling of the price difference for the rest of the period.",
  })
  prorationBehavior: ProrationBehavior;
}
