import { withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, type RuleMap } from "../../../src/access/rules.ts";

const reads = and(isUser, withRight("read"));
const writes = and(isUser, withRight("write"));

export const crmRules: RuleMap = {
  Query: {
    crmQuotas: reads,
    contacts: reads,
    searchContacts: reads,
    contact: reads,
    contactConsents: reads,
    contactImports: reads,
    contactImport: reads,
    contactImportRemarks: reads,
    contactImportReport: reads,
    suppressions: reads,
    emailTemplates: reads,
    emailTemplate: reads,
    emailTemplatePreview: reads,
  },
  Mutation: {
    createContact: writes,
    updateContact: writes,
    deleteContact: writes,
    mergeContacts: writes,
    tagContacts: writes,
    importContacts: writes,
    importConnectedContacts: writes,
    addSuppression: writes,
    removeSuppression: writes,
    createEmailTemplate: writes,
    updateEmailTemplate: writes,
    deleteEmailTemplate: writes,
  },
};
