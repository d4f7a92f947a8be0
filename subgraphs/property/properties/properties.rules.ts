import { and, hasScope, isCaller, type RuleMap } from "../../../src/access/rules.ts";

const readsProperties = and(isCaller, hasScope("read:properties"));

export const propertiesRules: RuleMap = {
  Query: { property: readsProperties },
  Property: readsProperties,
};
