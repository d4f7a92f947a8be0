import { and, hasScope, isAuthenticated, type RuleMap } from "../../../src/access/rules.ts";

const readsProperties = and(isAuthenticated, hasScope("read:properties"));

export const searchRules: RuleMap = {
  Query: { searchProperties: readsProperties, suggestProperties: readsProperties },
};
