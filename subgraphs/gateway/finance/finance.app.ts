import { everyOperation, type GatewayApp } from "../base/gateway-app.ts";
import { financeAccountChangesFeature } from "./account-changes/account-changes.feature.ts";
import { financeAccountsFeature } from "./accounts/accounts.feature.ts";
import { financeAlertsFeature } from "./alerts/alerts.feature.ts";
import { checkAlertsJob } from "./alerts/check-alerts.job.ts";
import { financeAllocationFeature } from "./allocation/allocation.feature.ts";
import { financeAssetsFeature } from "./assets/assets.feature.ts";
import { financeBillsFeature } from "./bills/bills.feature.ts";
import { financeBudgetsFeature } from "./budgets/budgets.feature.ts";
import { financeExportsFeature } from "./exports/exports.feature.ts";
import { financeImportRecordsFeature } from "./import-records/import-records.feature.ts";
import { financeGoalsFeature } from "./goals/goals.feature.ts";
import { financeExchangeRatesFeature } from "./exchange-rates/exchange-rates.feature.ts";
import { financeHistoryFeature } from "./history/history.feature.ts";
import { pruneHistoryJob } from "./history/prune-history.job.ts";
import { financeImportsFeature } from "./imports/imports.feature.ts";
import { financeInsightFeature } from "./insight/insight.feature.ts";
import { financeInvestmentsFeature } from "./investments/investments.feature.ts";
import { financeLoansFeature } from "./loans/loans.feature.ts";
import { financeReportsFeature } from "./reports/reports.feature.ts";
import { financeRulesFeature } from "./rules/rules.feature.ts";
import { financeTaxesFeature } from "./taxes/taxes.feature.ts";
import { financeTransactionsFeature } from "./transactions/transactions.feature.ts";
import { financeCategoryChangesFeature } from "./category-changes/category-changes.feature.ts";
import { financeDuplicatesFeature } from "./duplicates/duplicates.feature.ts";
import { financeMarketPricesFeature } from "./market-prices/market-prices.feature.ts";
import { financePayeesFeature } from "./payees/payees.feature.ts";
import { financeReceiptsFeature } from "./receipts/receipts.feature.ts";
import { financeTagsFeature } from "./tags/tags.feature.ts";
import { financeTransactionChangesFeature } from "./transaction-changes/transaction-changes.feature.ts";
import { financeTaxTables } from "./taxes/finance-tax-tables.ts";

/** The personal finance app: accounts, transactions, budgets, bills, investments and reports. */
export const financeApp: GatewayApp = {
  features: [
    financeAccountsFeature,
    financeAccountChangesFeature,
    financeExchangeRatesFeature,
    financeAlertsFeature,
    financeTransactionsFeature,
    financeTransactionChangesFeature,
    financePayeesFeature,
    financeTagsFeature,
    financeReceiptsFeature,
    financeDuplicatesFeature,
    financeCategoryChangesFeature,
    financeRulesFeature,
    financeImportsFeature,
    financeImportRecordsFeature,
    financeExportsFeature,
    financeBudgetsFeature,
    financeGoalsFeature,
    financeBillsFeature,
    financeInvestmentsFeature,
    financeMarketPricesFeature,
    financeAllocationFeature,
    financeLoansFeature,
    financeAssetsFeature,
    financeReportsFeature,
    financeInsightFeature,
    financeTaxesFeature,
    financeHistoryFeature,
  ],
  entities: [],
  jobs: [checkAlertsJob, pruneHistoryJob],
  prices: everyOperation,
  taxTables: () => financeTaxTables,
};
