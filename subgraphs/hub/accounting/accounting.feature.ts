import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { accountingRules } from "./accounting.rules.ts";
import { LedgerAccountsResolver } from "./accounts/ledger-accounts.resolver.ts";
import { JournalResolver } from "./journal/journal.resolver.ts";
import { AccountingReportsResolver } from "./reports/reports.resolver.ts";
import { FiscalPeriodsResolver } from "./periods/fiscal-periods.resolver.ts";

export const accountingFeature: FeatureGraph = {
  resolvers: [LedgerAccountsResolver, JournalResolver, FiscalPeriodsResolver, AccountingReportsResolver],
  rules: accountingRules,
};
