import {
  and,
  hasScope,
  isAuthenticated,
  isPublic,
  limitedAs,
  type RuleMap,
} from "../../../src/access/rules.ts";

const readsFilings = and(isAuthenticated, hasScope("read:filings"));
const writesFilings = and(isAuthenticated, hasScope("write:filings"));

export const taxRules: RuleMap = {
  Query: {
    taxFilingHealth: isPublic,
    taxBusinesses: readsFilings,
    taxForms: readsFilings,
    taxForm: readsFilings,
    taxFormPdf: readsFilings,
  },
  Mutation: {
    saveTaxBusiness: writesFilings,
    fileTaxForm: writesFilings,
    correctTaxForm: writesFilings,
    voidTaxForm: writesFilings,
    receiveTaxEvent: and(isPublic, limitedAs("webhook-in")),
  },
};
