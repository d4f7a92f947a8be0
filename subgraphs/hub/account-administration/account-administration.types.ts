import { IsIn, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";
import { accountKinds, type AccountKind } from "../accounts/account.types.ts";
import { OffsetPagination } from "../credits/credits.types.ts";
import { AccountEvent } from "../identity/users.types.ts";

export const accountStatuses = ["active", "suspended", "deleted", "erased"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

const statusWords = "`active`, `suspended`, `deleted` or `erased`. Organizations are active or suspended.";

@ObjectType({ description: "Account as listed for administrators." })
export class RegisteredAccount {
  @Field(() => ID, { description: "ID of the account. A personal account has the ID of its user." })
  id: string;
  @Field(() => String, { description: "`personal` or `organization`." })
  kind: AccountKind;
  @Field(() => String, {
    nullable: true,
    description: "Name of the organization or of the user; null when unknown.",
  })
  name: string | null;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address for receipts and notices; null when unknown.",
  })
  email: string | null;
  @Field(() => String, { description: `Status of the account: ${statusWords}` })
  status: AccountStatus;
  @Field(() => String, { description: "Hub plan of the account, from its subscription in the app central." })
  plan: string;
  @Field(() => Int, { description: "Number of members; 1 for a personal account." })
  members: number;
  @Field(() => Date, { nullable: true, description: "Time of the suspension; null when not suspended." })
  suspendedAt: Date | null;
  @Field(() => Date, { description: "Time the account was created, ISO 8601 in UTC." })
  createdAt: Date;
}

@ObjectType({ description: "Owner of an account." })
export class AccountOwner {
  @Field(() => ID, { description: "ID of the user." })
  userId: string;
  @Field(() => String, { nullable: true, description: "Name of the user; null when unknown." })
  name: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address of the user; null when unknown." })
  email: string | null;
}

@ObjectType({ description: "Credits of an account in one app." })
export class AccountCredits {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => String, { description: "Kind of credits: `standard` or `image`." })
  pool: string;
  @Field(() => CreditsScalar, { description: "Credits in the account, those on hold included." })
  balance: number;
  @Field(() => CreditsScalar, { description: "Credits on hold." })
  held: number;
}

@ObjectType({ description: "Plan of an account in one app." })
export class AccountPlan {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => String, { description: "Plan that the account has there now." })
  plan: string;
}

@ObjectType({ description: "Numbers of what an account has on the platform. The contents are not shown." })
export class AccountCounts {
  @Field(() => Int, { description: "Invitations that can still be accepted." })
  openInvitations: number;
  @Field(() => Int, { description: "Active API keys." })
  apiKeys: number;
  @Field(() => Int, { description: "Endpoints that receive its events, disabled ones included." })
  webhookEndpoints: number;
  @Field(() => Int, { description: "Subscriptions that have not ended." })
  subscriptions: number;
  @Field(() => Int, { description: "Organizations of which the user is a member; 0 for an organization." })
  organizations: number;
}

@ObjectType({ description: "Account with owners, plans, credits and counts, for administrators." })
export class RegisteredAccountDetail extends RegisteredAccount {
  @Field(() => [AccountOwner], { description: "Owners, in the order in which they were added." })
  owners: AccountOwner[];
  @Field(() => [AccountPlan], { description: "Paid plans by app; empty on the free plan." })
  plans: AccountPlan[];
  @Field(() => [AccountCredits], { description: "Credits by app." })
  credits: AccountCredits[];
  @Field(() => AccountCounts, { description: "Numbers of what the account has." })
  counts: AccountCounts;
  @Field(() => [AccountEvent], {
    description: "Last 50 administrative changes of the account, newest first.",
  })
  history: AccountEvent[];
}

@ArgsType()
export class AccountRegistryArgs {
  @Field(() => String, {
    nullable: true,
    description: "Search text: part of an ID, name or e-mail address, case-insensitive.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  query?: string | null;
  @Field(() => String, { nullable: true, description: "Only `personal` accounts, or only `organization`s." })
  @IsOptional()
  @IsIn(accountKinds)
  kind?: AccountKind | null;
  @Field(() => String, { nullable: true, description: `Only accounts of this status: ${statusWords}` })
  @IsOptional()
  @IsIn(accountStatuses)
  status?: AccountStatus | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of accounts per page." })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0, description: "Number of accounts to skip." })
  @Min(0)
  offset: number;
}

@ObjectType({ description: "One page of accounts, newest first." })
export class AccountRegistry {
  @Field(() => [RegisteredAccount], { description: "Accounts of this page, newest first." })
  accounts: RegisteredAccount[];
  @Field(() => OffsetPagination, { description: "Position of this page in the whole list." })
  pagination: OffsetPagination;
}

@InputType({ description: "Organization to suspend, and the reason." })
export class SuspendOrganizationInput {
  @Field(() => ID, { description: "ID of the organization." })
  @MinLength(1)
  @MaxLength(128)
  accountId: string;
  @Field(() => String, {
    description: "Reason for the suspension, stored with the account and never shown to its members.",
  })
  @MinLength(3)
  @MaxLength(500)
  reason: string;
}

@InputType({ description: "Organization to restore, and an optional reason." })
export class RestoreOrganizationInput {
  @Field(() => ID, { description: "ID of the organization." })
  @MinLength(1)
  @MaxLength(128)
  accountId: string;
  @Field(() => String, { nullable: true, description: "Reason for the restore, stored with the account." })
  @IsOptional()
  @MinLength(3)
  @MaxLength(500)
  reason?: string | null;
}
