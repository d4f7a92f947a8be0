import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "The verified claims of an identity token." })
@Directive("@inaccessible")
export class TokenClaimsInput {
  @Field(() => String)
  sub: string;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => Boolean)
  emailVerified: boolean;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String, { nullable: true })
  picture: string | null;
  @Field(() => [String])
  roles: string[];
  @Field(() => [String], { nullable: true })
  apps: string[] | null;
  @Field(() => [String], { nullable: true })
  scope: string[] | null;
}

@InputType({ description: "A verified token's claims, or a key whose form is right." })
@Directive("@inaccessible")
export class CallerInput {
  @Field(() => TokenClaimsInput, { nullable: true })
  claims?: TokenClaimsInput;
  @Field(() => String, { nullable: true })
  key?: string;
  @Field(() => String, { nullable: true })
  onBehalfOf?: string;
  @Field(() => String, { nullable: true })
  appId?: string;
  @Field(() => String, { nullable: true, description: "Where the call comes from." })
  ip?: string | null;
}

@ObjectType({ description: "What a key may be used for; -1 is without limit." })
@Directive("@inaccessible")
export class CallerKeyLimits {
  @Field(() => Int)
  requestsPerHour: number;
  @Field(() => Int)
  requestsPerDay: number;
  @Field(() => Int)
  requestsPerMonth: number;
}

@ObjectType({ description: "Who a credential stands for." })
@Directive("@inaccessible")
export class Caller {
  @Field(() => String)
  kind: "user" | "apiKey" | "serviceAccount";
  @Field(() => ID)
  id: string;
  @Field(() => ID, { nullable: true })
  ownerId: string | null;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => Boolean)
  isAdmin: boolean;
  @Field(() => String)
  plan: string;
  @Field(() => String)
  invoicerTier: string;
  @Field(() => JSONObjectScalar, { description: "Paid tiers by app." })
  tiers: Record<string, string>;
  @Field(() => [String])
  scopes: string[];
  @Field(() => Boolean)
  allScopes: boolean;
  @Field(() => [String])
  appIds: string[];
  @Field(() => Boolean)
  allApps: boolean;
  @Field(() => Boolean)
  livemode: boolean;
  @Field(() => String, { nullable: true })
  closed?: "suspended" | "deleted" | null;
  @Field(() => Boolean, {
    description: "True for a key that only reads, for its owner has lost the tier for keys.",
  })
  isReadOnly: boolean;
  @Field(() => CallerKeyLimits, {
    nullable: true,
    description: "Limits of a key; others have none of their own.",
  })
  keyLimits: CallerKeyLimits | null;
  @Field(() => Boolean, { description: "False for a key that may not be used from this address." })
  isIpAllowed: boolean;
  @Field(() => Boolean, { description: "False when the call names an app that is not registered." })
  isAppKnown: boolean;
  @Field(() => Boolean, {
    description: "False for a key whose owner has lost the tier for keys, grace included.",
  })
  hasKeyAccess: boolean;
}
