import { withRight } from "../../../src/access/account-rights.ts";
import { and, commitsMoney, isUser, type RuleMap } from "../../../src/access/rules.ts";

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
    accountingReportFile: reads,
    ledgerBudgets: reads,
    ledgerBudget: reads,
    vendors: reads,
    vendor: reads,
    vendor1099Totals: reads,
    vendorBills: reads,
    vendorBill: reads,
    accountsPayableAging: reads,
    accountsReceivableAging: reads,
    bankStatements: reads,
    bankLines: reads,
    unmatchedBankLines: reads,
    bankReconciliations: reads,
    ledgerMapping: reads,
    subledgerReconciliation: reads,
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
    createLedgerBudget: writes,
    updateLedgerBudget: writes,
    deleteLedgerBudget: writes,
    createVendor: writes,
    updateVendor: writes,
    createVendorBill: writes,
    importBankStatement: writes,
    matchBankLine: writes,
    unmatchBankLine: writes,
    completeBankReconciliation: writes,
    syncAppToLedger: writes,
    updateLedgerMapping: writes,
    updateAutomaticPosting: writes,
    // They change what the account owes.
    approveVendorBill: and(writes, commitsMoney),
    payVendorBill: and(writes, commitsMoney),
    voidVendorBill: and(writes, commitsMoney),
    voidVendorBillPayment: and(writes, commitsMoney),
    // They change figures that others may have relied on.
    reopenFiscalPeriod: administers,
    reopenBankReconciliation: administers,
  },
};
