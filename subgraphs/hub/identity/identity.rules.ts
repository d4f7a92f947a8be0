import { and, isCaller, isInternal, ownedBy, type RuleMap } from "../../../src/access/rules.ts";

export const identityRules: RuleMap = {
  Query: { me: isCaller, caller: isInternal },
  User: and(isCaller, ownedBy("id")),
};
