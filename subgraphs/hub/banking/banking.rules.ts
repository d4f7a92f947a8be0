import { withRight } from "../../../src/access/account-rights.ts";
import { and, isPublic, isUser, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

const reads = and(isUser, withRight("read"));
const writes = and(isUser, withRight("write"));
const connects = and(isUser, withRight("administer"));

export const bankingRules: RuleMap = {
  Query: {
    bankConnections: reads,
    bankAccountLimit: reads,
    bankAccounts: reads,
    bankBalances: reads,
    bankDuplicate: reads,
    bankTransactions: reads,
    institutions: reads,
    institution: reads,
  },
  Mutation: {
    createBankLinkToken: connects,
    exchangeBankToken: connects,
    syncBankConnection: writes,
    toggleBankApp: connects,
    disconnectBank: connects,
    editBankTransaction: writes,
    receiveBankEvent: and(isPublic, limitedAs("webhook-in")),
  },
};
