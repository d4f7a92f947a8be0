import { ArrayMaxSize, IsIn, IsOptional, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { accountRoles, type AccountRole } from "../../../src/access/roles.ts";
import { AppRight, AppRightInput, roleWords } from "./account.types.ts";

/** Roles that can be given to a member; ownership is offered and accepted. */
export const givenRoles = accountRoles.filter((role) => role !== "owner");
export type GivenRole = Exclude<AccountRole, "owner">;

export const givenRoleWords = "`admin`, `billing`, `member` or `read_only`.";

@ObjectType({ description: "Member of an account." })
export class AccountMember {
  @Field(() => ID, { description: "ID of the member's user." })
  userId: string;
  @Field(() => String, { nullable: true, description: "Name of the member; null when unknown." })
  name: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address of the member; null when unknown." })
  email: string | null;
  @Field(() => String, { description: `Role of the member: ${roleWords}` })
  role: AccountRole;
  @Field(() => [AppRight], { description: "Levels in apps that differ from the role." })
  appRights: AppRight[];
  @Field(() => Date, { description: "Time the member was added, ISO 8601 in UTC." })
  createdAt: Date;
}

@ObjectType({ description: "Members of an account." })
export class AccountMemberList {
  @Field(() => [AccountMember], { description: "Members in the order in which they were added." })
  members: AccountMember[];
  @Field(() => Int, { description: "Number of members." })
  total: number;
}

@InputType({ description: "Changes to a member of the organization. Omitted fields keep their value." })
export class UpdateMemberInput {
  @Field(() => ID, { description: "ID of the member's user." })
  @MaxLength(128)
  userId: string;
  @Field(() => String, { nullable: true, description: `New role: ${givenRoleWords}` })
  @IsOptional()
  @IsIn(givenRoles)
  role?: GivenRole | null;
  @Field(() => [AppRightInput], {
    nullable: true,
    description: "Levels by app. They replace all earlier ones and have no effect for owners and admins.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  appRights?: AppRightInput[] | null;
}

@InputType({ description: "Member to remove from the organization." })
export class RemoveMemberInput {
  @Field(() => ID, { description: "ID of the member's user." })
  @MaxLength(128)
  userId: string;
}

@InputType({ description: "Organization to leave." })
export class LeaveOrganizationInput {
  @Field(() => ID, { description: "ID of the organization." })
  @MaxLength(128)
  accountId: string;
}

@ObjectType({ description: "Member who no longer belongs to an organization." })
export class RemovedMember {
  @Field(() => ID, { description: "ID of the organization." })
  accountId: string;
  @Field(() => ID, { description: "ID of the user who was removed." })
  userId: string;
  @Field(() => String, { description: "`removed`." })
  status: "removed";
}
