import {
  and,
  isAccountOwner,
  isAdmin,
  isAuthenticated,
  isInternal,
  isUser,
  needsPerson,
  ownedBy,
  withAnyScope,
  type Rule,
  type RuleMap,
} from "../../../src/access/rules.ts";

import type { User } from "./user.entity.ts";

/**
 * Also allowed while the account is closed: its owner must see it to restore it. The credential has been checked
 * before.
 */
const isKnown: Rule = {
  facts: isAuthenticated.facts,
  check: (call) => (call.ctx.principal.closed ? null : isAuthenticated.checkScoped!(call)),
};
/** A person reads their own row also while they act for an organization. */
const ownPerson: Rule = {
  facts: { owned: true },
  check: (call) => {
    const { principal } = call.ctx;
    const isOwn = principal.membership && (call.parent as User).id === principal.membership.userId;
    return isOwn ? null : ownedBy("id").check(call);
  },
};
/** Fields of a person are read by that person alone. */
export const ownRow = and(isKnown, withAnyScope, ownPerson);

export const identityRules: RuleMap = {
  Query: {
    // Every token may read its own principal, whatever its scopes.
    me: and(isAuthenticated, withAnyScope),
    profile: and(isUser, withAnyScope),
    users: isAdmin,
    user: isAdmin,
    caller: isInternal,
  },
  Mutation: {
    updateProfile: isUser,
    deleteAccount: and(isAccountOwner, needsPerson),
    restoreAccount: and(isAccountOwner, needsPerson),
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
