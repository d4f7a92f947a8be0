import { withRight } from "../../../src/access/account-rights.ts";
import { ownRow } from "../identity/identity.rules.ts";
import {
  and,
  isAuthenticated,
  isPublic,
  isUser,
  limitedAs,
  withAnyScope,
  type RuleMap,
} from "../../../src/access/rules.ts";

/** Each member may see who else is one, and leave. */
const isMember = and(isUser, withRight("member"));
const administers = and(isUser, withRight("administer"));
/** Every credential may read which account it acts for. */
const readsAccount = and(isAuthenticated, withAnyScope);

export const accountsRules: RuleMap = {
  Query: {
    accounts: isMember,
    account: readsAccount,
    accountMembers: isMember,
    accountInvitations: administers,
    // Authorized by the token in the link.
    receivedInvitation: isPublic,
  },
  Mutation: {
    // About the person: for their own account alone.
    createOrganization: isUser,
    chooseAccount: isUser,
    acceptInvitation: isUser,
    leaveOrganization: isUser,
    updateOrganization: administers,
    updateMember: administers,
    removeMember: administers,
    inviteMember: and(administers, limitedAs("crm-send")),
    resendInvitation: and(administers, limitedAs("crm-send")),
    revokeInvitation: administers,
    offerOwnership: and(isUser, withRight("own")),
    acceptOwnership: isMember,
    withdrawOwnership: isMember,
  },
  User: { accounts: ownRow },
  Account: {
    id: readsAccount,
    kind: readsAccount,
    name: readsAccount,
    role: readsAccount,
    rights: readsAccount,
    appRights: readsAccount,
    createdAt: readsAccount,
  },
};
