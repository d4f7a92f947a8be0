import { and, isCaller, isInternal, ownedBy, type RuleMap } from "../../../src/access/rules.ts";

const ownRow = and(isCaller, ownedBy("id"));

export const identityRules: RuleMap = {
  Query: { me: isCaller, caller: isInternal },
  User: {
    id: ownRow,
    email: ownRow,
    emailVerified: ownRow,
    name: ownRow,
    picture: ownRow,
    createdAt: ownRow,
    lastSeenAt: ownRow,
    plan: ownRow,
    isAdmin: ownRow,
  },
};
