import { withRight } from "../../../src/access/account-rights.ts";
import { and, isUser, type RuleMap } from "../../../src/access/rules.ts";

const reads = and(isUser, withRight("read"));
const writes = and(isUser, withRight("write"));
const administers = and(isUser, withRight("administer"));

export const accountingRules: RuleMap = {
  Query: {
    ledgerAccounts: reads,
    journalEntry: reads,
    journalEntries: reads,
    fiscalPeriods: reads,
    trialBalance: reads,
    generalLedger: reads,
    profitAndLoss: reads,
    balanceSheet: reads,
    cashFlowStatement: reads,
  },
  Mutation: {
    createLedgerAccount: writes,
    updateLedgerAccount: writes,
    archiveLedgerAccount: writes,
    createChartOfAccounts: writes,
    importChartOfAccounts: writes,
    createJournalEntry: writes,
    deleteJournalEntry: writes,
    postJournalEntry: writes,
    reverseJournalEntry: writes,
    closeFiscalPeriod: writes,
    // Changes figures that others may have relied on.
    reopenFiscalPeriod: administers,
  },
};
