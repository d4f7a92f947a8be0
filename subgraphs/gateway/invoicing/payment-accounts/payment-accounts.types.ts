import { IsOptional, Length, Matches, MaxLength } from "class-validator";
import { Field, Float, InputType, ObjectType, registerEnumType } from "type-graphql";
import { maxSignedBody } from "../../../../src/graphql/validators.ts";

export const PaymentAccountStatus = {
  not_connected: "not_connected",
  onboarding: "onboarding",
  restricted: "restricted",
  active: "active",
  disconnected: "disconnected",
} as const;
export type PaymentAccountStatus = keyof typeof PaymentAccountStatus;
registerEnumType(PaymentAccountStatus, {
  name: "PaymentAccountStatus",
  description: "State of the account at the payment processor.",
  valuesConfig: {
    not_connected: { description: "Onboarding was never started." },
    onboarding: { description: "The owner has not entered everything yet." },
    restricted: { description: "The processor requires more before clients can pay." },
    active: { description: "Clients can pay." },
    disconnected: { description: "The platform has no access to the account any more." },
  },
});

@ObjectType({ description: "The account at the payment processor that takes the payments of clients." })
export class PaymentAccount {
  @Field(() => PaymentAccountStatus, { description: "State of the account, such as `active`." })
  status: PaymentAccountStatus;
  @Field(() => String, {
    nullable: true,
    description: "Country of the account, ISO 3166-1 alpha-2. Null before.",
  })
  country: string | null;
  @Field(() => Boolean, { description: "True when the processor lets the account take payments." })
  chargesEnabled: boolean;
  @Field(() => Boolean, { description: "True when the processor pays out to the account's bank." })
  payoutsEnabled: boolean;
  @Field(() => [String], { description: "What the processor still requires, in its own names." })
  requirements: string[];
  @Field(() => String, {
    nullable: true,
    description: "Why the processor has disabled the account. Null when it has not.",
  })
  disabledReason: string | null;
  @Field(() => Boolean, { description: "True when payment pages offer to pay online." })
  acceptsPayments: boolean;
  @Field(() => Boolean, { description: "True when clients may pay a part of an invoice." })
  allowsPartialPayments: boolean;
  @Field(() => Float, { description: "Fee of the platform, in percent of each payment." })
  applicationFeePercent: number;
  @Field(() => Date, { nullable: true, description: "Time at which onboarding was started. Null before." })
  startedAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which it was disconnected. Null unless it was.",
  })
  disconnectedAt: Date | null;
}

@InputType({ description: "Onboarding of an account that takes payments." })
export class StartPaymentOnboardingInput {
  @Field(() => String, {
    nullable: true,
    description: "Country of the business, ISO 3166-1 alpha-2. Default: that of the seller profile.",
  })
  @IsOptional()
  @Length(2, 2)
  @Matches(/^[A-Z]{2}$/, { message: "must be a country code such as US" })
  country?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "URL to which the browser returns afterwards. Default: the platform's start page.",
  })
  @IsOptional()
  @MaxLength(2000)
  @Matches(/^https?:\/\/[^\s/]/, { message: "must be an http or https URL" })
  returnUrl?: string | null;
}

@ObjectType({ description: "A page where the owner of the business enters what the processor asks for." })
export class PaymentOnboarding {
  @Field(() => String, { description: "URL of the page. It works once." })
  url: string;
  @Field(() => Date, { description: "Time at which the URL expires, some minutes after." })
  expiresAt: Date;
}

@InputType({ description: "What clients may pay online." })
export class UpdatePaymentAccountInput {
  @Field(() => Boolean, { nullable: true, description: "False takes the button off all payment pages." })
  acceptsPayments?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "False asks for the whole amount due." })
  allowsPartialPayments?: boolean | null;
}

@InputType({ description: "Webhook request of the payment processor about a connected account." })
export class ReceiveConnectEventInput {
  @Field(() => String, { description: "Raw request body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `Stripe-Signature` header." })
  signature?: string | null;
}

@ObjectType({ description: "Result of receiving an event of a connected account." })
export class ReceivedConnectEvent {
  @Field(() => Boolean, { description: "Always true: the event was accepted." })
  received: true;
  @Field(() => String, { description: "ID of the event at the processor." })
  eventId: string;
  @Field(() => String, { description: "`queued`, or `ignored` when it concerns nothing of the platform." })
  status: "queued" | "ignored";
}
