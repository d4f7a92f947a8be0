import { and, hasScope, isCaller, isPublic, type RuleMap } from "../../../src/access/rules.ts";

const readsFilings = and(isCaller, hasScope("read:filings"));
const writesFilings = and(isCaller, hasScope("write:filings"));

export const taxRules: RuleMap = {
  Query: {
    taxFilingHealth: isPublic,
    taxBusinesses: readsFilings,
  },
  Mutation: {
    saveTaxBusiness: writesFilings,
  },
};
