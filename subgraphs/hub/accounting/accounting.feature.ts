import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AppPostingsResolver } from "./app-postings/app-postings.resolver.ts";
import { accountingRules } from "./accounting.rules.ts";
import { BankResolver } from "./bank/bank.resolver.ts";
import { BankRulesResolver } from "./bank-rules/bank-rules.resolver.ts";
import { BillsResolver } from "./bills/bills.resolver.ts";
import { LedgerBudgetsResolver } from "./budgets/budgets.resolver.ts";
import { LedgerExportsResolver } from "./exports/ledger-exports.resolver.ts";
import { LedgerAccountsResolver } from "./accounts/ledger-accounts.resolver.ts";
import { JournalResolver } from "./journal/journal.resolver.ts";
import { ReportFilesResolver } from "./report-files/report-files.resolver.ts";
import { ReceivablesResolver } from "./receivables/receivables.resolver.ts";
import { AccountingReportsResolver } from "./reports/reports.resolver.ts";
import { RevaluationResolver } from "./revaluation/revaluation.resolver.ts";
import { FiscalPeriodsResolver } from "./periods/fiscal-periods.resolver.ts";
import { VendorsResolver } from "./vendors/vendors.resolver.ts";

export const accountingFeature: FeatureGraph = {
  resolvers: [
    LedgerAccountsResolver,
    JournalResolver,
    FiscalPeriodsResolver,
    AccountingReportsResolver,
    ReportFilesResolver,
    LedgerBudgetsResolver,
    VendorsResolver,
    BillsResolver,
    ReceivablesResolver,
    BankResolver,
    BankRulesResolver,
    AppPostingsResolver,
    LedgerExportsResolver,
    RevaluationResolver,
  ],
  rules: accountingRules,
};
