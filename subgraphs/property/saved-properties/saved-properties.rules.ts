import { and, hasScope, isCaller, ownedBy, withAnyScope, type RuleMap } from "../../../src/access/rules.ts";

const reads = hasScope("read:properties");
const writes = and(isCaller, hasScope("write:properties"));

/** The keys of `User` and `App` are guarded as the hub, which owns them, guards them. */
export const savedPropertiesRules: RuleMap = {
  Query: { savedProperties: and(isCaller, reads) },
  Mutation: { saveProperty: writes, unsaveProperty: writes },
  User: {
    id: and(isCaller, withAnyScope, ownedBy("id")),
    savedProperties: and(isCaller, ownedBy("id"), reads),
  },
  App: { appId: isCaller, savedProperties: and(isCaller, reads) },
};
