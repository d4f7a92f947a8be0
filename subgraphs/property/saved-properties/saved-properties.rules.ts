import { withRight } from "../../../src/access/account-rights.ts";
import {
  and,
  hasScope,
  isAuthenticated,
  ownedBy,
  withAnyScope,
  type RuleMap,
} from "../../../src/access/rules.ts";

const reads = hasScope("read:properties");
const writes = and(isAuthenticated, hasScope("write:properties"));

/** The keys of `User` and `App` have the same rules as in the hub, which owns them. */
export const savedPropertiesRules: RuleMap = {
  Query: { savedProperties: and(isAuthenticated, reads) },
  Mutation: { saveProperty: writes, unsaveProperty: writes },
  Account: {
    id: and(isAuthenticated, withAnyScope),
    savedProperties: and(isAuthenticated, ownedBy("id"), reads),
  },
  User: {
    id: and(isAuthenticated, withAnyScope, ownedBy("id")),
    savedProperties: and(isAuthenticated, ownedBy("id"), reads),
  },
  App: { appId: and(isAuthenticated, withRight("member")), savedProperties: and(isAuthenticated, reads) },
};
