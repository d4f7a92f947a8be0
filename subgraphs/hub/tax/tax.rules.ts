import { needsApproval } from "../../../src/access/needs-approval.ts";
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

/** What goes to the tax authority. */
const files = and(writesFilings, needsApproval("filings"));

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
    fileTaxForm: files,
    correctTaxForm: files,
    voidTaxForm: files,
    receiveTaxEvent: and(isPublic, limitedAs("webhook-in")),
    receiveTaxBanditsEvent: and(isPublic, limitedAs("webhook-in")),
  },
};
