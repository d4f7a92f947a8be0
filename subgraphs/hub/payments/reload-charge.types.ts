import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "Asks for what a reload of credits depends on. For the platform alone." })
@Directive("@inaccessible")
export class ReloadTermsInput {
  @Field(() => String)
  appId: string;
  @Field(() => String, { nullable: true })
  packageId?: string | null;
  @Field(() => Boolean, { description: "Whether the processor is asked for a default payment method." })
  needsMethod: boolean;
  @Field(() => String, { nullable: true, description: "An address to be checked." })
  webhookUrl?: string | null;
}

@ObjectType()
@Directive("@inaccessible")
export class ReloadOffer {
  @Field(() => ID)
  packageId: string;
  @Field(() => CreditsScalar, { description: "Bonus included." })
  credits: number;
  @Field(() => Int)
  priceCents: number;
  @Field(() => String)
  currency: string;
}

@ObjectType()
@Directive("@inaccessible")
export class ReloadTerms {
  @Field(() => ID, { description: "The app whose credits are spent." })
  walletAppId: string;
  @Field(() => CreditsScalar)
  balance: number;
  @Field(() => CreditsScalar)
  available: number;
  @Field(() => ReloadOffer, { nullable: true })
  offer: ReloadOffer | null;
  @Field(() => Boolean, { nullable: true })
  hasMethod: boolean | null;
}

@InputType()
@Directive("@inaccessible")
export class ReloadWalletInput {
  @Field(() => String)
  ownerId: string;
  @Field(() => String)
  appId: string;
}

@InputType({ description: "Asks for the available credits of many accounts. For the platform alone." })
@Directive("@inaccessible")
export class ReloadBalancesInput {
  @Field(() => [ReloadWalletInput])
  wallets: ReloadWalletInput[];
}

@ObjectType()
@Directive("@inaccessible")
export class ReloadBalances {
  @Field(() => [CreditsScalar], { description: "In the order of the question." })
  available: number[];
}

@InputType({ description: "Charges one package to the default payment method. For the platform alone." })
@Directive("@inaccessible")
export class ChargeReloadInput {
  @Field(() => ID, { description: "The same reload is never charged twice." })
  reloadId: string;
  @Field(() => String, { description: "The app whose credits are filled." })
  appId: string;
  @Field(() => String)
  packageId: string;
  @Field(() => Int)
  amountCents: number;
  @Field(() => CreditsScalar)
  credits: number;
}

@ObjectType()
@Directive("@inaccessible")
export class ReloadChargeResult {
  @Field(() => String)
  status: "processing" | "succeeded" | "failed";
  @Field(() => ID, { nullable: true })
  transactionId: string | null;
  @Field(() => CreditsScalar, { nullable: true })
  balanceAfter: number | null;
  @Field(() => String, { nullable: true })
  code: string | null;
  @Field(() => String, { nullable: true })
  declineCode: string | null;
  @Field(() => Boolean)
  isHard: boolean;
}

@InputType({ description: "Sets the webhook address of an app's auto-reload. For the platform alone." })
@Directive("@inaccessible")
export class SyncReloadEndpointInput {
  @Field(() => String)
  appId: string;
  @Field(() => String, { nullable: true })
  url?: string | null;
}

@ObjectType()
@Directive("@inaccessible")
export class SyncedReloadEndpoint {
  @Field(() => String, { nullable: true })
  secret: string | null;
}
