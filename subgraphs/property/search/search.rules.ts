import { and, hasScope, isCaller, type RuleMap } from "../../../src/access/rules.ts";

const readsProperties = and(isCaller, hasScope("read:properties"));

export const searchRules: RuleMap = {
  Query: { searchProperties: readsProperties, suggestProperties: readsProperties },
};
