import { IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { OffsetPagination } from "../credits/credits.types.ts";

export const Role = { admin: "admin" } as const;
export type Role = keyof typeof Role;
registerEnumType(Role, { name: "Role", description: "A role on the platform." });

@ObjectType({ description: "Something that was done to an account, and why." })
export class AccountEvent {
  @Field(() => String, {
    description: "suspended, suspension_lifted, deleted, restored, erased, role_granted or role_revoked.",
  })
  change: string;
  @Field(() => String, { nullable: true })
  reason: string | null;
  @Field(() => ID, { description: "Who did it." })
  actorId: string;
  @Field(() => Date)
  at: Date;
}

@ObjectType({ description: "An account as administrators see it." })
export class AdminUser {
  @Field(() => ID)
  id: string;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => Boolean)
  emailVerified: boolean;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String, { nullable: true })
  picture: string | null;
  @Field(() => String, { nullable: true })
  locale: string | null;
  @Field(() => String, { nullable: true })
  timezone: string | null;
  @Field(() => [Role], { description: "Roles given here; the identity provider may give more." })
  roles: Role[];
  @Field(() => Boolean, { description: "True when the admin role is taken away, whatever the token says." })
  isAdminRevoked: boolean;
  @Field(() => String, { description: "Plan of the account, held for the app central." })
  plan: string;
  @Field(() => String, { description: "active, suspended, deleted or erased." })
  status: "active" | "suspended" | "deleted" | "erased";
  @Field(() => Date, { nullable: true })
  suspendedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "When a deleted account is erased." })
  deletionScheduledAt: Date | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  lastSeenAt: Date;
  @Field(() => [AccountEvent], { description: "What was done to the account, newest first; the last 50." })
  history: AccountEvent[];
}

@ArgsType()
export class UsersArgs {
  @Field(() => String, {
    nullable: true,
    description: "Part of an id, an e-mail address or a name; upper and lower case are the same.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  query?: string | null;
  @Field(() => Int, { defaultValue: 50 })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0 })
  @Min(0)
  offset: number;
}

@ObjectType({ description: "Accounts, newest first." })
export class AdminUserPage {
  @Field(() => [AdminUser])
  users: AdminUser[];
  @Field(() => OffsetPagination)
  pagination: OffsetPagination;
}

@InputType({ description: "Closes an account until it is restored." })
export class SuspendUserInput {
  @Field(() => ID, { description: "The account." })
  @MinLength(1)
  @MaxLength(128)
  userId: string;
  @Field(() => String, { description: "Why; kept with the account, never shown to its owner." })
  @MinLength(3)
  @MaxLength(500)
  reason: string;
}

@InputType({ description: "Opens a closed account again." })
export class RestoreUserInput {
  @Field(() => ID, { description: "The account." })
  @MinLength(1)
  @MaxLength(128)
  userId: string;
  @Field(() => String, { nullable: true, description: "Why; kept with the account." })
  @IsOptional()
  @MinLength(3)
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "Gives a role to an account, or takes it away." })
export class UserRoleInput {
  @Field(() => ID, { description: "The account." })
  @MinLength(1)
  @MaxLength(128)
  userId: string;
  @Field(() => Role)
  role: Role;
  @Field(() => String, { nullable: true, description: "Why; kept with the account." })
  @IsOptional()
  @MinLength(3)
  @MaxLength(500)
  reason?: string | null;
}
