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
  description: "How often a plan is paid; month is monthly, and year is yearly.",
});

export const ProrationBehavior = {
  create_prorations: "create_prorations",
  none: "none",
  always_invoice: "always_invoice",
} as const;
export type ProrationBehavior = keyof typeof ProrationBehavior;
registerEnumType(ProrationBehavior, {
  name: "ProrationBehavior",
  description:
    "create_prorations puts the difference on the next invoice, always_invoice bills it now, none lets it be.",
});

@ObjectType({ description: "Billing stands still: invoices of the time are void." })
export class SubscriptionPause {
  @Field(() => Date)
  pausedAt: Date;
  @Field(() => Date, { nullable: true, description: "When billing goes on by itself; null until resumed." })
  resumesAt: Date | null;
  @Field(() => String, { description: "What becomes of invoices meanwhile: `void`." })
  behavior: string;
}

@ObjectType({ description: "A plan that an account pays for in one app." })
export class PlanSubscription {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  appId: string;
  @Field(() => String, { description: "A plan key, or `integration` in the invoicing app." })
  planId: string;
  @Field(() => String, { description: "active, canceled, past_due or trialing." })
  status: string;
  @Field(() => String, { description: "monthly or yearly." })
  interval: string;
  @Field(() => String, { description: "The processor's price." })
  priceId: string;
  @Field(() => Date)
  currentPeriodStart: Date;
  @Field(() => Date)
  currentPeriodEnd: Date;
  @Field(() => Boolean, { description: "True when it ends with its period." })
  cancelAtPeriodEnd: boolean;
  @Field(() => Date, { nullable: true, description: "When it will end, once that is set." })
  cancelAt: Date | null;
  @Field(() => Date, { nullable: true, description: "When its end was asked for." })
  canceledAt: Date | null;
  @Field(() => Date, { nullable: true })
  endedAt: Date | null;
  @Field(() => SubscriptionPause, { nullable: true })
  pause: SubscriptionPause | null;
  @Field(() => Boolean, {
    description: "Whether it gives access to its plan now. An unpaid invoice leaves 7 days of grace.",
  })
  entitled: boolean;
  @Field(() => String, { description: "The processor's own word." })
  processorStatus: string;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "What an account pays for; in one app, or everywhere." })
export class SubscriptionOverview {
  @Field(() => String, { description: "Status of `subscription`; `none` without one." })
  status: string;
  @Field(() => PlanSubscription, {
    nullable: true,
    description: "The app's; over all apps the one that changed last of those that give access.",
  })
  subscription: PlanSubscription | null;
  @Field(() => [PlanSubscription], { description: "All of them, newest first." })
  subscriptions: PlanSubscription[];
}

@ObjectType({ description: "What an account pays for in one app." })
export class AppSubscription {
  @Field(() => PlanSubscription, { nullable: true })
  subscription: PlanSubscription | null;
  @Field(() => String, { description: "Status of the subscription; `none` without one." })
  status: string;
}

@ObjectType({ description: "Subscriptions, newest first; ended ones too." })
export class PlanSubscriptionPage {
  @Field(() => [PlanSubscription])
  subscriptions: PlanSubscription[];
}

@ObjectType({ description: "A subscription as it is now." })
export class SubscriptionChange {
  @Field(() => PlanSubscription)
  subscription: PlanSubscription;
  @Field(() => String, { description: "What was done, in words." })
  message: string;
}

@ObjectType({ description: "What a change of plan adds for the rest of the period; negative is a credit." })
export class Proration {
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => Date, { description: "The moment that both prices are counted to and from." })
  effectiveAt: Date;
}

@ObjectType({ description: "A subscription with its new plan." })
export class SubscriptionUpdate extends SubscriptionChange {
  @Field(() => Proration, { nullable: true, description: "Null when nothing is prorated." })
  proration: Proration | null;
}

@ObjectType({ description: "What a change of plan or interval would cost; nothing is changed yet." })
export class SubscriptionChangePreview {
  @Field(() => ID)
  appId: string;
  @Field(() => String, { description: "The plan that the price belongs to." })
  planId: string;
  @Field(() => String, { description: "monthly or yearly." })
  interval: string;
  @Field(() => String)
  priceId: string;
  @Field(() => Proration, { nullable: true, description: "Null when nothing is prorated." })
  proration: Proration | null;
  @Field(() => UpcomingInvoice, {
    nullable: true,
    description:
      "What would be billed next: at once with always_invoice or another interval, else at the end of the period.",
  })
  invoice: UpcomingInvoice | null;
}

const appIdText = "The app that the plan is for.";

@InputType({ description: "Opens the payment page of a plan." })
export class SubscriptionCheckoutInput {
  @Field(() => String, { description: appIdText })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String, { description: "A plan key of the app." })
  @MinLength(1)
  @MaxLength(64)
  planId: string;
  @Field(() => String, {
    nullable: true,
    description: "An active price of this plan; found by `interval` when left out.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(255)
  priceId?: string | null;
  @Field(() => BillingInterval, { defaultValue: BillingInterval.monthly })
  interval: BillingInterval;
  @Field(() => String, {
    nullable: true,
    description: "https, at an origin of the app; the app's own page when left out.",
  })
  @IsOptional()
  @MaxLength(2_048)
  successUrl?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "https, at an origin of the app; the app's own page when left out.",
  })
  @IsOptional()
  @MaxLength(2_048)
  cancelUrl?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "At most 50 texts of 500 characters, under names of 40 characters that do not start with hub_.",
  })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: "Ends a subscription, with its period or at once." })
export class CancelSubscriptionInput {
  @Field(() => ID)
  appId: string;
  @Field(() => Boolean, { defaultValue: true, description: "False ends it now, without money back." })
  cancelAtPeriodEnd: boolean;
}

@InputType({ description: "Names the app whose subscription is meant." })
export class AppSubscriptionInput {
  @Field(() => ID)
  appId: string;
}

@InputType({ description: "Stops billing; access stays." })
export class PauseSubscriptionInput {
  @Field(() => ID)
  appId: string;
  @Field(() => Date, {
    nullable: true,
    description:
      "When billing goes on by itself: more than an hour and at most a year ahead. Left out: when resumed.",
  })
  @IsOptional()
  resumeAt?: Date | null;
}

@InputType({ description: "Changes the plan or the interval." })
export class UpdateSubscriptionInput {
  @Field(() => ID)
  appId: string;
  @Field(() => String, { description: "An active price of the app, in the currency of the subscription." })
  @MinLength(1)
  @MaxLength(255)
  newPriceId: string;
  @Field(() => ProrationBehavior, { defaultValue: ProrationBehavior.create_prorations })
  prorationBehavior: ProrationBehavior;
}

@ArgsType()
export class SubscriptionChangePreviewArgs {
  @Field(() => ID)
  appId: string;
  @Field(() => String, { description: "An active price of the app, in the currency of the subscription." })
  @MinLength(1)
  @MaxLength(255)
  newPriceId: string;
  @Field(() => ProrationBehavior, { defaultValue: ProrationBehavior.create_prorations })
  prorationBehavior: ProrationBehavior;
}
