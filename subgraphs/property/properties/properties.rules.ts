import { and, hasScope, isAuthenticated, type RuleMap } from "../../../src/access/rules.ts";

const readsProperties = and(isAuthenticated, hasScope("read:properties"));

export const propertiesRules: RuleMap = {
  Query: { property: readsProperties },
  Property: readsProperties,
};
