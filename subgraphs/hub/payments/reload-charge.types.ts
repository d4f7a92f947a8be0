import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "Auto-reload settings to check. Internal to the platform." })
@Directive("@inaccessible")
export class ReloadTermsInput {
  @Field(() => String, { description: "ID of the app whose credits are reloaded." })
  appId: string;
  @Field(() => String, { nullable: true, description: "ID of the credit package to check; null for none." })
  packageId?: string | null;
  @Field(() => Boolean, { description: "True to check the processor for a default payment method." })
  needsMethod: boolean;
  @Field(() => String, { nullable: true, description: "Webhook URL to validate; null for none." })
  webhookUrl?: string | null;
}

@ObjectType({ description: "Credit package that an auto-reload buys." })
@Directive("@inaccessible")
export class ReloadOffer {
  @Field(() => ID, { description: "ID of the credit package." })
  packageId: string;
  @Field(() => CreditsScalar, { description: "Credits in the package, bonus included." })
  credits: number;
  @Field(() => Int, { description: "Price of the package in cents." })
  priceCents: number;
  @Field(() => String, { description: "Currency of the price as an ISO 4217 code." })
  currency: string;
}

@ObjectType({ description: "Balance, package and payment method that an auto-reload uses." })
@Directive("@inaccessible")
export class ReloadTerms {
  @Field(() => ID, { description: "ID of the app whose credits are spent." })
  walletAppId: string;
  @Field(() => CreditsScalar, { description: "Total credits, including those reserved by holds." })
  balance: number;
  @Field(() => CreditsScalar, { description: "Credits that can be spent now." })
  available: number;
  @Field(() => ReloadOffer, {
    nullable: true,
    description: "Credit package on sale; null when none was requested or it is not sold.",
  })
  offer: ReloadOffer | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True when a default payment method exists; null when not checked.",
  })
  hasMethod: boolean | null;
}

@InputType({ description: "Credit account to read." })
@Directive("@inaccessible")
export class ReloadWalletInput {
  @Field(() => String, { description: "ID of the account that owns the credits." })
  ownerId: string;
  @Field(() => String, { description: "ID of the app the credits belong to." })
  appId: string;
}

@InputType({ description: "Credit accounts to read. Internal to the platform." })
@Directive("@inaccessible")
export class ReloadBalancesInput {
  @Field(() => [ReloadWalletInput], { description: "Credit accounts to read, in the order of the result." })
  wallets: ReloadWalletInput[];
}

@ObjectType({ description: "Available credits of several accounts." })
@Directive("@inaccessible")
export class ReloadBalances {
  @Field(() => [CreditsScalar], { description: "Available credits, in the order of the input." })
  available: number[];
}

@InputType({ description: "Credit package to charge for an auto-reload. Internal to the platform." })
@Directive("@inaccessible")
export class ChargeReloadInput {
  @Field(() => ID, { description: "ID of the reload. The same reload is never charged twice." })
  reloadId: string;
  @Field(() => String, { description: "ID of the app that receives the credits." })
  appId: string;
  @Field(() => String, { description: "ID of the credit package to charge." })
  packageId: string;
  @Field(() => Int, { description: "Expected price in cents; another price fails the charge." })
  amountCents: number;
  @Field(() => CreditsScalar, {
    description: "Expected credits, bonus included; another number fails the charge.",
  })
  credits: number;
}

@ObjectType({ description: "Result of charging an auto-reload." })
@Directive("@inaccessible")
export class ReloadChargeResult {
  @Field(() => String, { description: "Status of the charge: `processing`, `succeeded` or `failed`." })
  status: "processing" | "succeeded" | "failed";
  @Field(() => ID, { nullable: true, description: "ID of the payment; null when none was made." })
  transactionId: string | null;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credits after the reload; null unless it succeeded.",
  })
  balanceAfter: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason of the failure as a code; null unless it failed.",
  })
  code: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Decline code of the processor; null when it gave none.",
  })
  declineCode: string | null;
  @Field(() => Boolean, { description: "True when a retry with the same payment method cannot succeed." })
  isHard: boolean;
}

@InputType({ description: "Webhook URL of an app's auto-reload. Internal to the platform." })
@Directive("@inaccessible")
export class SyncReloadEndpointInput {
  @Field(() => String, { description: "ID of the app of the auto-reload." })
  appId: string;
  @Field(() => String, { nullable: true, description: "New webhook URL; null removes it." })
  url?: string | null;
}

@ObjectType({ description: "Webhook endpoint of an auto-reload after the change." })
@Directive("@inaccessible")
export class SyncedReloadEndpoint {
  @Field(() => String, { nullable: true, description: "Signing secret of a new endpoint; null otherwise." })
  secret: string | null;
}
