import { and, hasScope, isCaller, isPublic, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

const readsFilings = and(isCaller, hasScope("read:filings"));
const writesFilings = and(isCaller, hasScope("write:filings"));

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
