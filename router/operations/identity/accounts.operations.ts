import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const accountsOperations: AreaDefinition<CentralGroup> = {
  area: "accounts",
  title: "Accounts, organizations and their members",
  group: "organizations",
  operations: [
    {
      name: "Accounts",
      field: "query.accounts",
      rest: { method: "GET", path: "/accounts" },
      tool: { name: "list_organizations", keywords: ["my organizations companies businesses switch"] },
    },
    {
      name: "CreateOrganization",
      field: "mutation.createOrganization",
      rest: { method: "POST", path: "/accounts", status: 201 },
      tool: { name: "create_organization", keywords: ["new company business team shared account"] },
      panel: { page: "/members", title: "New organization" },
    },
    {
      name: "ChooseAccount",
      field: "mutation.chooseAccount",
      rest: { method: "POST", path: "/accounts/{accountId}/choose" },
      tool: {
        name: "choose_account",
        keywords: ["default organization start with switch company remember"],
        idempotent: true,
      },
    },
    {
      name: "Account",
      field: "query.account",
      rest: { method: "GET", path: "/account" },
      tool: { name: "get_organization", keywords: ["which organization am i acting for my role"] },
      panel: { page: "/members", title: "Account" },
    },
    {
      name: "UpdateOrganization",
      field: "mutation.updateOrganization",
      rest: { method: "PATCH", path: "/account" },
      tool: { name: "update_organization", keywords: ["rename company"], idempotent: true },
    },
    {
      name: "AccountMembers",
      field: "query.accountMembers",
      rest: { method: "GET", path: "/account/members" },
      tool: { name: "list_members", keywords: ["who has access colleagues team staff roles"] },
      panel: { page: "/members", title: "Members" },
    },
    {
      name: "UpdateMember",
      field: "mutation.updateMember",
      rest: { method: "PATCH", path: "/account/members/{userId}" },
      tool: {
        name: "update_member",
        keywords: ["change role rights permission colleague"],
        idempotent: true,
      },
      panel: { page: "/members", title: "Change a member" },
    },
    {
      name: "RemoveMember",
      field: "mutation.removeMember",
      rest: { method: "DELETE", path: "/account/members/{userId}" },
      tool: {
        name: "remove_member",
        keywords: ["take away access fire colleague"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/members", title: "Remove a member" },
    },
    {
      // No tool: an agent's misunderstanding must not end a membership.
      name: "LeaveOrganization",
      field: "mutation.leaveOrganization",
      rest: { method: "POST", path: "/accounts/{accountId}/leave" },
      panel: { page: "/members", title: "Leave" },
    },
    {
      name: "AccountInvitations",
      field: "query.accountInvitations",
      rest: { method: "GET", path: "/account/invitations" },
      tool: { name: "list_invitations", group: "invitations", keywords: ["who was invited open pending"] },
      panel: { page: "/members", title: "Invitations" },
    },
    {
      name: "InviteMember",
      field: "mutation.inviteMember",
      rest: { method: "POST", path: "/account/invitations", status: 201 },
      tool: {
        name: "invite_member",
        group: "invitations",
        keywords: ["add colleague accountant bookkeeper give access"],
        openWorld: true,
      },
      panel: { page: "/members", title: "Invite a member" },
    },
    {
      name: "ResendInvitation",
      field: "mutation.resendInvitation",
      rest: { method: "POST", path: "/account/invitations/{invitationId}/resend" },
      tool: {
        name: "resend_invitation",
        group: "invitations",
        keywords: ["mail again lost link"],
        openWorld: true,
      },
      panel: { page: "/members", title: "Send an invitation again" },
    },
    {
      name: "RevokeInvitation",
      field: "mutation.revokeInvitation",
      rest: { method: "DELETE", path: "/account/invitations/{invitationId}" },
      tool: {
        name: "revoke_invitation",
        group: "invitations",
        keywords: ["cancel withdraw invite"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/members", title: "Revoke an invitation" },
    },
    // No tools: a link of a mail is for the person, and owners change by their own hand.
    {
      name: "ReceivedInvitation",
      field: "query.receivedInvitation",
      rest: { method: "GET", path: "/account-invitations/{token}", page: "account-invitation" },
    },
    {
      name: "AcceptInvitation",
      field: "mutation.acceptInvitation",
      rest: { method: "POST", path: "/account-invitations/accept" },
      panel: { page: "/members", title: "Accept an invitation" },
    },
    {
      name: "OfferOwnership",
      field: "mutation.offerOwnership",
      rest: { method: "POST", path: "/account/ownership-offers", status: 201 },
      panel: { page: "/members", title: "Offer the ownership" },
    },
    {
      name: "AcceptOwnership",
      field: "mutation.acceptOwnership",
      rest: { method: "POST", path: "/account/ownership-offers/accept" },
      panel: { page: "/members", title: "Accept the ownership" },
    },
    {
      name: "WithdrawOwnership",
      field: "mutation.withdrawOwnership",
      rest: { method: "DELETE", path: "/account/ownership-offers/{userId}" },
      panel: { page: "/members", title: "Withdraw or decline an offer" },
    },
  ],
};
