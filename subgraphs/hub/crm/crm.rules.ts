import { isUser, type RuleMap } from "../../../src/access/rules.ts";

export const crmRules: RuleMap = {
  Query: {
    crmQuotas: isUser,
    contacts: isUser,
    contact: isUser,
    contactConsents: isUser,
    contactImports: isUser,
    contactImport: isUser,
    contactImportRemarks: isUser,
    contactImportReport: isUser,
    suppressions: isUser,
    emailTemplates: isUser,
    emailTemplate: isUser,
    emailTemplatePreview: isUser,
  },
  Mutation: {
    createContact: isUser,
    updateContact: isUser,
    deleteContact: isUser,
    tagContacts: isUser,
    importContacts: isUser,
    addSuppression: isUser,
    removeSuppression: isUser,
    createEmailTemplate: isUser,
    updateEmailTemplate: isUser,
    deleteEmailTemplate: isUser,
  },
};
