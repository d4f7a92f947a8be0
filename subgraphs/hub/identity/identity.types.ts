import { Directive, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import type { AccountRight, AccountRole } from "../../../src/access/roles.ts";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "Sign-in that an identity token comes from." })
@Directive("@inaccessible")
export class TokenSessionInput {
  @Field(() => String, { description: "ID of the session, derived from the user and the token's claims." })
  id: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the session at the identity provider; null when not in the token.",
  })
  name: string | null;
  @Field(() => Boolean, { description: "True when the token names its session or itself." })
  isRevocable: boolean;
  @Field(() => Float, { description: "Time at which the token expires, in seconds since the Unix epoch." })
  expiresAtSeconds: number;
  @Field(() => Int, { description: "Seconds from the token's issue to its expiry." })
  lifetimeSeconds: number;
}

@InputType({ description: "Verified claims of an identity token." })
@Directive("@inaccessible")
export class TokenClaimsInput {
  @Field(() => String, { description: "Subject of the token: the user's ID at the identity provider." })
  sub: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the user; null when not in the token.",
  })
  email: string | null;
  @Field(() => Boolean, { description: "True when the identity provider has verified the e-mail address." })
  emailVerified: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Display name of the user; null when not in the token.",
  })
  name: string | null;
  @Field(() => String, {
    nullable: true,
    description: "URL of the profile picture; null when not in the token.",
  })
  picture: string | null;
  @Field(() => [String], { description: "Roles listed in the token." })
  roles: string[];
  @Field(() => [String], {
    nullable: true,
    description: "IDs of the apps the token is limited to; null for every app.",
  })
  apps: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "Scopes the token is limited to; null for every scope.",
  })
  scope: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the only account the token acts for; null when it is bound to none.",
  })
  account: string | null;
  @Field(() => TokenSessionInput, { nullable: true, description: "Session of the token; null when unknown." })
  session?: TokenSessionInput | null;
}

@InputType({ description: "Credential to resolve: verified token claims, or a well-formed key." })
@Directive("@inaccessible")
export class CallerInput {
  @Field(() => TokenClaimsInput, {
    nullable: true,
    description: "Verified claims of an identity token; null for a key.",
  })
  claims?: TokenClaimsInput;
  @Field(() => String, { nullable: true, description: "API key or service account key; null for a token." })
  key?: string;
  @Field(() => String, { nullable: true, description: "ID of the user a service account acts for." })
  onBehalfOf?: string;
  @Field(() => String, { nullable: true, description: "ID of the app named in the request." })
  appId?: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account to act for; null for the caller's own.",
  })
  accountId?: string;
  @Field(() => String, { nullable: true, description: "IP address of the client." })
  ip?: string | null;
}

@ObjectType({ description: "Rate limits of an API key. -1 means unlimited." })
@Directive("@inaccessible")
export class CallerKeyLimits {
  @Field(() => Int, { description: "Maximum requests per calendar hour; -1 means unlimited." })
  requestsPerHour: number;
  @Field(() => Int, { description: "Maximum requests per calendar day; -1 means unlimited." })
  requestsPerDay: number;
  @Field(() => Int, { description: "Maximum requests per calendar month; -1 means unlimited." })
  requestsPerMonth: number;
}

@ObjectType({ description: "Rights of a principal in the organization it acts for." })
@Directive("@inaccessible")
export class CallerMembership {
  @Field(() => ID, { description: "ID of the organization." })
  accountId: string;
  @Field(() => ID, { description: "ID of the member." })
  userId: string;
  @Field(() => String, { description: "Role of the member." })
  role: AccountRole;
  @Field(() => Int, { description: "Version of the membership that the rights come from." })
  version: number;
  @Field(() => [String], { description: "Rights of the role." })
  rights: AccountRight[];
  @Field(() => [String], { description: "IDs of the apps in which the member approves." })
  approves: string[];
  @Field(() => Boolean, { description: "True when the member approves in every app." })
  approvesAll: boolean;
  @Field(() => Boolean, { description: "True when the credential is limited to scopes." })
  isLimited: boolean;
  @Field(() => Boolean, {
    description: "True while the organization is being closed: it can only be read and exported.",
  })
  isClosing: boolean;
}

@ObjectType({ description: "Principal behind a credential, with its rights." })
@Directive("@inaccessible")
export class Caller {
  @Field(() => String, { description: "Type of principal: `user`, `apiKey` or `serviceAccount`." })
  kind: "user" | "apiKey" | "serviceAccount";
  @Field(() => ID, { description: "ID of the user, API key or service account." })
  id: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account that owns the data; null for a service account acting for itself.",
  })
  ownerId: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address of the user; null when unknown." })
  email: string | null;
  @Field(() => String, { nullable: true, description: "Display name of the user; null when unknown." })
  name: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the session of the user's token; null for keys." })
  sessionId?: string | null;
  @Field(() => Boolean, { description: "True for administrators of the platform." })
  isAdmin: boolean;
  @Field(() => String, { description: "Hub plan of the account." })
  plan: string;
  @Field(() => String, { description: "Tier of the account in the invoicing app." })
  invoicerTier: string;
  @Field(() => JSONObjectScalar, { description: "Paid tier of the account per app ID." })
  tiers: Record<string, string>;
  @Field(() => [String], { description: "Scopes granted to the credential." })
  scopes: string[];
  @Field(() => Boolean, { description: "True when the credential is not limited by scopes." })
  allScopes: boolean;
  @Field(() => [String], { description: "IDs of the apps the credential may access." })
  appIds: string[];
  @Field(() => Boolean, { description: "True when the credential may access every app." })
  allApps: boolean;
  @Field(() => Boolean, { description: "False for a test key." })
  livemode: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Reason the account is closed: `suspended` or `deleted`; null when open.",
  })
  closed?: "suspended" | "deleted" | null;
  @Field(() => Boolean, {
    description: "True for a key whose owner lost the required tier; it may only read.",
  })
  isReadOnly: boolean;
  @Field(() => CallerKeyLimits, {
    nullable: true,
    description: "Rate limits of an API key; null for other principals.",
  })
  keyLimits: CallerKeyLimits | null;
  @Field(() => Boolean, {
    description: "False when the key's IP allowlist does not contain the client's IP address.",
  })
  isIpAllowed: boolean;
  @Field(() => Boolean, { description: "False when the request names an app that is not registered." })
  isAppKnown: boolean;
  @Field(() => Boolean, {
    description: "False when the named account is not one of the principal's.",
  })
  isAccountKnown: boolean;
  @Field(() => Boolean, { description: "True when the organization acted for is suspended." })
  isAccountSuspended: boolean;
  @Field(() => CallerMembership, {
    nullable: true,
    description: "Membership in the organization acted for; null for the principal's own account.",
  })
  membership: CallerMembership | null;
  @Field(() => Boolean, {
    description: "False for a key whose owner lost the required tier and whose grace period is over.",
  })
  hasKeyAccess: boolean;
}
