import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import {
  AccountMember,
  AccountMemberList,
  LeaveOrganizationInput,
  RemovedMember,
  RemoveMemberInput,
  UpdateMemberInput,
} from "./member.types.ts";
import { leaveOrganization, listMembers, removeMember, updateMember } from "./members.service.ts";
import { acceptOwnership, offerOwnership, withdrawOwnership } from "./ownership.service.ts";
import { OfferOwnershipInput, OwnershipOffer, OwnershipOfferInput } from "./ownership.types.ts";

@Resolver()
export class MembersResolver {
  @Query(() => AccountMemberList, {
    description: "Lists the members of the account that the request acts for.",
  })
  accountMembers(@Ctx() ctx: HubContext): Promise<AccountMemberList> {
    return listMembers(ctx);
  }

  @Mutation(() => AccountMember, {
    description: "Changes the role of a member or their levels by app, from their next request on.",
  })
  updateMember(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateMemberInput) input: UpdateMemberInput,
  ): Promise<AccountMember> {
    return updateMember(ctx, input);
  }

  @Mutation(() => RemovedMember, {
    description: "Removes a member from the organization. Their next request is refused.",
  })
  removeMember(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RemoveMemberInput) input: RemoveMemberInput,
  ): Promise<RemovedMember> {
    return removeMember(ctx, input);
  }

  @Mutation(() => RemovedMember, {
    description: "Ends your own membership of the organization. The last owner cannot leave.",
  })
  leaveOrganization(
    @Ctx() ctx: HubContext,
    @Arg("input", () => LeaveOrganizationInput) input: LeaveOrganizationInput,
  ): Promise<RemovedMember> {
    return leaveOrganization(ctx, input.accountId);
  }

  @Mutation(() => OwnershipOffer, {
    description: "Offers the ownership of the organization to a member, for 7 days.",
  })
  offerOwnership(
    @Ctx() ctx: HubContext,
    @Arg("input", () => OfferOwnershipInput) input: OfferOwnershipInput,
  ): Promise<OwnershipOffer> {
    return offerOwnership(ctx, input);
  }

  @Mutation(() => OwnershipOffer, {
    description: "Accepts the ownership of the organization that an owner has offered you.",
  })
  acceptOwnership(@Ctx() ctx: HubContext): Promise<OwnershipOffer> {
    return acceptOwnership(ctx);
  }

  @Mutation(() => OwnershipOffer, {
    description: "Withdraws an ownership offer, or declines the one made to you.",
  })
  withdrawOwnership(
    @Ctx() ctx: HubContext,
    @Arg("input", () => OwnershipOfferInput) input: OwnershipOfferInput,
  ): Promise<OwnershipOffer> {
    return withdrawOwnership(ctx, input.userId);
  }
}
