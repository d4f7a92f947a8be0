import { IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { OffsetPagination } from "../credits/credits.types.ts";

export const Role = { admin: "admin" } as const;
export type Role = keyof typeof Role;
registerEnumType(Role, {
  name: "Role",
  description: "Role on the platform.",
  valuesConfig: {
    admin: { description: "Administrator of the platform, with access to accounts and operations." },
  },
});

@ObjectType({ description: "Administrative change of an account, and its reason." })
export class AccountEvent {
  @Field(() => String, {
    description:
      "Kind of change: `suspended`, `suspension_lifted`, `deleted`, `restored`, `erased`, `role_granted` or `role_revoked`.",
  })
  change: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason given for the change; null when none was given.",
  })
  reason: string | null;
  @Field(() => ID, { description: "ID of the principal that made the change." })
  actorId: string;
  @Field(() => Date, { description: "Time of the change, ISO 8601 in UTC." })
  at: Date;
}

@ObjectType({ description: "Account as shown to administrators." })
export class AdminUser {
  @Field(() => ID, { description: "ID of the account." })
  id: string;
  @Field(() => String, { nullable: true, description: "E-mail address of the user; null when unknown." })
  email: string | null;
  @Field(() => Boolean, { description: "True when the identity provider has verified the e-mail address." })
  emailVerified: boolean;
  @Field(() => String, { nullable: true, description: "Display name of the user; null when unknown." })
  name: string | null;
  @Field(() => String, {
    nullable: true,
    description: "URL of the profile picture; null when there is none.",
  })
  picture: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Preferred language as a BCP 47 tag; null when not set.",
  })
  locale: string | null;
  @Field(() => String, { nullable: true, description: "Preferred IANA time zone; null when not set." })
  timezone: string | null;
  @Field(() => [Role], {
    description: "Roles granted on the platform. The identity provider may grant more.",
  })
  roles: Role[];
  @Field(() => Boolean, { description: "True when the admin role is revoked, even if the token grants it." })
  isAdminRevoked: boolean;
  @Field(() => String, { description: "Hub plan of the account, from its subscription in the app central." })
  plan: string;
  @Field(() => String, {
    description: "Status of the account: `active`, `suspended`, `deleted` or `erased`.",
  })
  status: "active" | "suspended" | "deleted" | "erased";
  @Field(() => Date, { nullable: true, description: "Time of the suspension; null when not suspended." })
  suspendedAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which a deleted account is erased; null otherwise.",
  })
  deletionScheduledAt: Date | null;
  @Field(() => Date, { description: "Time of the user's first request, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time the user was last active, ISO 8601 in UTC." })
  lastSeenAt: Date;
  @Field(() => [AccountEvent], {
    description: "Last 50 administrative changes of the account, newest first.",
  })
  history: AccountEvent[];
}

@ArgsType()
export class UsersArgs {
  @Field(() => String, {
    nullable: true,
    description: "Search text: part of an ID, e-mail address or name, case-insensitive.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  query?: string | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of accounts per page." })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0, description: "Number of accounts to skip." })
  @Min(0)
  offset: number;
}

@ObjectType({ description: "One page of accounts, newest first." })
export class AdminUserPage {
  @Field(() => [AdminUser], { description: "Accounts of this page, newest first." })
  users: AdminUser[];
  @Field(() => OffsetPagination, { description: "Position of this page in the whole list." })
  pagination: OffsetPagination;
}

@InputType({ description: "Account to suspend, and the reason." })
export class SuspendUserInput {
  @Field(() => ID, { description: "ID of the account to suspend." })
  @MinLength(1)
  @MaxLength(128)
  userId: string;
  @Field(() => String, {
    description: "Reason for the suspension, stored with the account and never shown to its owner.",
  })
  @MinLength(3)
  @MaxLength(500)
  reason: string;
}

@InputType({ description: "Account to restore, and an optional reason." })
export class RestoreUserInput {
  @Field(() => ID, { description: "ID of the account to restore." })
  @MinLength(1)
  @MaxLength(128)
  userId: string;
  @Field(() => String, { nullable: true, description: "Reason for the restore, stored with the account." })
  @IsOptional()
  @MinLength(3)
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "Role to grant to an account or revoke from it." })
export class UserRoleInput {
  @Field(() => ID, { description: "ID of the account whose role changes." })
  @MinLength(1)
  @MaxLength(128)
  userId: string;
  @Field(() => Role, { description: "Role to grant or revoke." })
  role: Role;
  @Field(() => String, { nullable: true, description: "Reason for the change, stored with the account." })
  @IsOptional()
  @MinLength(3)
  @MaxLength(500)
  reason?: string | null;
}
