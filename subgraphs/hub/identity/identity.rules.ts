import {
  and,
  isAccountOwner,
  isAdmin,
  isAuthenticated,
  isInternal,
  isUser,
  ownedBy,
  withAnyScope,
  type Rule,
  type RuleMap,
} from "../../../src/access/rules.ts";

/** Also while the account is closed: who restores it is shown it. Every way here has judged the caller before. */
const isKnown: Rule = {
  facts: isAuthenticated.facts,
  check: (call) => (call.ctx.principal.closed ? null : isAuthenticated.checkScoped!(call)),
};
const ownRow = and(isKnown, withAnyScope, ownedBy("id"));

export const identityRules: RuleMap = {
  Query: {
    // Every token may read who it stands for, whatever its scopes.
    me: and(isAuthenticated, withAnyScope),
    profile: and(isUser, withAnyScope),
    users: isAdmin,
    user: isAdmin,
    caller: isInternal,
  },
  Mutation: {
    updateProfile: isUser,
    deleteAccount: isAccountOwner,
    restoreAccount: isAccountOwner,
    suspendUser: isAdmin,
    restoreUser: isAdmin,
    grantRole: isAdmin,
    revokeRole: isAdmin,
  },
  User: {
    id: ownRow,
    email: ownRow,
    emailVerified: ownRow,
    name: ownRow,
    picture: ownRow,
    locale: ownRow,
    timezone: ownRow,
    roles: ownRow,
    createdAt: ownRow,
    lastSeenAt: ownRow,
    plan: ownRow,
    isAdmin: ownRow,
  },
};
