import { and, isPublic, isUser, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

export const bankingRules: RuleMap = {
  Query: {
    bankConnections: isUser,
    bankAccountLimit: isUser,
    bankAccounts: isUser,
    bankBalances: isUser,
    bankDuplicate: isUser,
    bankTransactions: isUser,
    institutions: isUser,
    institution: isUser,
  },
  Mutation: {
    createBankLinkToken: isUser,
    exchangeBankToken: isUser,
    syncBankConnection: isUser,
    toggleBankApp: isUser,
    disconnectBank: isUser,
    editBankTransaction: isUser,
    receiveBankEvent: and(isPublic, limitedAs("webhook-in")),
  },
};
