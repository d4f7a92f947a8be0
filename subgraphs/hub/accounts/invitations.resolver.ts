import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { acceptInvitation, readReceivedInvitation } from "./accept-invitation.service.ts";
import { Account } from "./account.types.ts";
import { inviteMember, listInvitations, resendInvitation, revokeInvitation } from "./invitations.service.ts";
import {
  AcceptInvitationInput,
  AccountInvitation,
  AccountInvitationList,
  InvitationInput,
  InviteMemberInput,
  ReceivedInvitation,
} from "./invitation.types.ts";

@Resolver()
export class InvitationsResolver {
  @Query(() => AccountInvitationList, { description: "Lists invitations to the organization, newest first." })
  accountInvitations(@Ctx() ctx: HubContext): Promise<AccountInvitationList> {
    return listInvitations(ctx);
  }

  @Query(() => ReceivedInvitation, { description: "Returns the invitation of a link. Needs no sign-in." })
  receivedInvitation(
    @Ctx() ctx: HubContext,
    @Arg("token", () => String, { description: "Token of the link in the invitation mail." }) token: string,
  ): Promise<ReceivedInvitation> {
    return readReceivedInvitation(ctx, token);
  }

  @Mutation(() => AccountInvitation, {
    description: "Invites a person to the organization by mail. The invitation is valid for 7 days.",
  })
  inviteMember(
    @Ctx() ctx: HubContext,
    @Arg("input", () => InviteMemberInput) input: InviteMemberInput,
  ): Promise<AccountInvitation> {
    return inviteMember(ctx, input);
  }

  @Mutation(() => AccountInvitation, {
    description: "Mails an invitation again, with a new link for another 7 days.",
  })
  resendInvitation(
    @Ctx() ctx: HubContext,
    @Arg("input", () => InvitationInput) input: InvitationInput,
  ): Promise<AccountInvitation> {
    return resendInvitation(ctx, input.invitationId);
  }

  @Mutation(() => AccountInvitation, { description: "Revokes an invitation. Its link stops working." })
  revokeInvitation(
    @Ctx() ctx: HubContext,
    @Arg("input", () => InvitationInput) input: InvitationInput,
  ): Promise<AccountInvitation> {
    return revokeInvitation(ctx, input.invitationId);
  }

  @Mutation(() => Account, {
    description: "Accepts an invitation that was sent to your verified e-mail address.",
  })
  acceptInvitation(
    @Ctx() ctx: HubContext,
    @Arg("input", () => AcceptInvitationInput) input: AcceptInvitationInput,
  ): Promise<Account> {
    return acceptInvitation(ctx, input.token);
  }
}
