import { ArrayMaxSize, IsEmail, IsIn, IsOptional, MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { AppRight, AppRightInput } from "./account.types.ts";
import { givenRoles, givenRoleWords, type GivenRole } from "./member.types.ts";

export const invitationStatuses = ["pending", "accepted", "revoked", "expired"] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

@ObjectType({ description: "Invitation of a person to an organization." })
export class AccountInvitation {
  @Field(() => ID, { description: "ID of the invitation." })
  id: string;
  @Field(() => String, { description: "E-mail address that the invitation was sent to." })
  email: string;
  @Field(() => String, { description: `Role that the person gets: ${givenRoleWords}` })
  role: GivenRole;
  @Field(() => [AppRight], { description: "Levels in apps that differ from the role." })
  appRights: AppRight[];
  @Field(() => String, { description: "`pending`, `accepted`, `revoked` or `expired`." })
  status: InvitationStatus;
  @Field(() => Date, { description: "Time the invitation was created, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time from which the invitation cannot be accepted any more." })
  expiresAt: Date;
}

@ObjectType({ description: "Invitations to an organization." })
export class AccountInvitationList {
  @Field(() => [AccountInvitation], { description: "The newest 200 invitations, newest first." })
  invitations: AccountInvitation[];
  @Field(() => Int, { description: "Number of invitations in this list." })
  total: number;
}

@InputType({ description: "Person to invite to the organization that the request acts for." })
export class InviteMemberInput {
  @Field(() => String, { description: "E-mail address of the person. Only its verified owner can accept." })
  @MaxLength(254)
  @IsEmail()
  email: string;
  @Field(() => String, { description: `Role that the person gets: ${givenRoleWords}` })
  @IsIn(givenRoles)
  role: GivenRole;
  @Field(() => [AppRightInput], { nullable: true, description: "Levels in apps that differ from the role." })
  @IsOptional()
  @ArrayMaxSize(50)
  appRights?: AppRightInput[] | null;
}

@InputType({ description: "Invitation to send again or to revoke." })
export class InvitationInput {
  @Field(() => ID, { description: "ID of the invitation." })
  @MaxLength(64)
  invitationId: string;
}

@InputType({ description: "Invitation to accept." })
export class AcceptInvitationInput {
  @Field(() => String, { description: "Token of the link in the invitation mail." })
  @MinLength(1)
  @MaxLength(500)
  token: string;
}

@ObjectType({ description: "Invitation as the invited person sees it." })
export class ReceivedInvitation {
  @Field(() => String, { description: "Name of the organization." })
  organization: string;
  @Field(() => String, { description: `Role that the person gets: ${givenRoleWords}` })
  role: GivenRole;
  @Field(() => String, {
    nullable: true,
    description: "Name or e-mail address of the person who sent it; null when unknown.",
  })
  invitedBy: string | null;
  @Field(() => String, { description: "`pending`, `accepted`, `revoked` or `expired`." })
  status: InvitationStatus;
  @Field(() => Date, { description: "Time from which the invitation cannot be accepted any more." })
  expiresAt: Date;
}
