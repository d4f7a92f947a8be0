import { resolveArea, type AreaDefinition } from "./area.ts";
import { bankRulesOperations } from "./accounting/bank-rules.operations.ts";
import { bankReconciliationOperations } from "./accounting/bank.operations.ts";
import { appPostingsOperations } from "./accounting/app-postings.operations.ts";
import { ledgerExportsOperations } from "./accounting/ledger-exports.operations.ts";
import { vendorBillsOperations } from "./accounting/bills.operations.ts";
import { ledgerBudgetsOperations } from "./accounting/budgets.operations.ts";
import { journalOperations } from "./accounting/journal.operations.ts";
import { ledgerAccountsOperations } from "./accounting/ledger-accounts.operations.ts";
import { fiscalPeriodsOperations } from "./accounting/periods.operations.ts";
import { accountingReportsOperations } from "./accounting/reports.operations.ts";
import { vendorsOperations } from "./accounting/vendors.operations.ts";
import { accountAdministrationOperations } from "./administration/accounts.operations.ts";
import { backgroundJobsOperations } from "./administration/background-jobs.operations.ts";
import { planAdministrationOperations } from "./administration/plans.operations.ts";
import { autoReloadOperations } from "./billing/auto-reload.operations.ts";
import { creditPricesOperations } from "./billing/credit-prices.operations.ts";
import { creditsOperations } from "./billing/credits.operations.ts";
import { paymentsOperations } from "./billing/payments.operations.ts";
import { processorEventsOperations } from "./billing/processor-events.operations.ts";
import { subscriptionsOperations } from "./billing/subscriptions.operations.ts";
import { blogOperations } from "./blog/blog.operations.ts";
import { bookingOperations } from "./booking/bookings.operations.ts";
import { formAndDepositOperations } from "./booking/forms-and-deposits.operations.ts";
import { eventPageOperations } from "./booking/event-pages.operations.ts";
import { bookingPageOperations } from "./booking/booking-pages.operations.ts";
import { bookingCalendarOperations } from "./booking/calendar.operations.ts";
import { bookingCustomerOperations } from "./booking/booking-customers.operations.ts";
import { bookingPlaceOperations } from "./booking/booking-places.operations.ts";
import { bookingReportOperations } from "./booking/booking-reports.operations.ts";
import { bookingRecordOperations } from "./booking/booking-records.operations.ts";
import { providerOperations } from "./booking/providers.operations.ts";
import { serviceOperations } from "./booking/services.operations.ts";
import { calendarSyncOperations } from "./booking/calendar-sync.operations.ts";
import { waitlistOperations } from "./booking/waitlist.operations.ts";
import { ticketedEventsOperations } from "./booking/ticketed-events.operations.ts";
import { campaignsOperations } from "./crm/campaigns.operations.ts";
import { crmOperations } from "./crm/crm.operations.ts";
import { dealsOperations } from "./crm/deals.operations.ts";
import { workOperations } from "./crm/work.operations.ts";
import { financeAccountChangesOperations } from "./finance/account-changes.operations.ts";
import { financeAccountsOperations } from "./finance/accounts.operations.ts";
import { financeBillChangesOperations } from "./finance/bill-changes.operations.ts";
import { financeBudgetChangesOperations } from "./finance/budget-changes.operations.ts";
import { financeAssetsOperations } from "./finance/assets.operations.ts";
import { financeBankLinksOperations } from "./finance/bank-links.operations.ts";
import { financeBudgetsOperations } from "./finance/budgets.operations.ts";
import { financeCategoriesOperations } from "./finance/categories.operations.ts";
import { financeCategoryChangesOperations } from "./finance/category-changes.operations.ts";
import { financeGoalsOperations } from "./finance/goals.operations.ts";
import { financeCurrenciesOperations } from "./finance/currencies.operations.ts";
import { financeHoldingsOperations } from "./finance/holdings.operations.ts";
import { financeHistoryOperations } from "./finance/history.operations.ts";
import { financeImportRecordsOperations } from "./finance/import-records.operations.ts";
import { financePayeesOperations } from "./finance/payees.operations.ts";
import { financeInsightOperations } from "./finance/insight.operations.ts";
import { financeReportsOperations } from "./finance/reports.operations.ts";
import { financeTagsOperations } from "./finance/tags.operations.ts";
import { financeTransactionChangesOperations } from "./finance/transaction-changes.operations.ts";
import { financeRulesOperations } from "./finance/rules.operations.ts";
import { financeSecuritiesOperations } from "./finance/securities.operations.ts";
import { financeTaxesOperations } from "./finance/taxes.operations.ts";
import { financeTransactionsOperations } from "./finance/transactions.operations.ts";
import { hvutFiledOperations } from "./hvut/filed.operations.ts";
import { hvutFilingsOperations } from "./hvut/filings.operations.ts";
import { hvutOperations } from "./hvut/hvut.operations.ts";
import { accountsOperations } from "./identity/accounts.operations.ts";
import { accountDomainsOperations } from "./identity/account-domains.operations.ts";
import { accountDataOperations } from "./identity/account-data.operations.ts";
import { apiKeysOperations } from "./identity/api-keys.operations.ts";
import { approvalsOperations } from "./identity/approvals.operations.ts";
import { requestsOperations } from "./identity/requests.operations.ts";
import { closingOperations } from "./identity/closing.operations.ts";
import { appsOperations } from "./identity/apps.operations.ts";
import { auditOperations } from "./identity/audit.operations.ts";
import { identityOperations } from "./identity/identity.operations.ts";
import { marketplaceOperations } from "./identity/marketplace.operations.ts";
import { serviceAccountsOperations } from "./identity/service-accounts.operations.ts";
import { aiOperations } from "./integrations/ai.operations.ts";
import { bankingOperations } from "./integrations/banking.operations.ts";
import { filesOperations } from "./integrations/files.operations.ts";
import { oauthOperations } from "./integrations/oauth.operations.ts";
import { taxOperations } from "./integrations/tax.operations.ts";
import { webhooksOperations } from "./integrations/webhooks.operations.ts";
import { invoicingClientsOperations } from "./invoicing/clients.operations.ts";
import { invoicingDocumentsOperations } from "./invoicing/documents.operations.ts";
import { invoicingExpensesOperations } from "./invoicing/expenses.operations.ts";
import { onlinePaymentsOperations } from "./invoicing/online-payments.operations.ts";
import { clientPortalOperations } from "./invoicing/client-portal.operations.ts";
import { invoicingOperations } from "./invoicing/invoicing.operations.ts";
import { invoiceLinesOperations } from "./invoicing/invoice-lines.operations.ts";
import { invoicingMoneyOperations } from "./invoicing/money.operations.ts";
import { quotationsOperations } from "./invoicing/quotations.operations.ts";
import { invoicingReportsOperations } from "./invoicing/reports.operations.ts";
import { exportsOperations } from "./payroll/exports.operations.ts";
import { payrollContractorOperations } from "./payroll/contractors.operations.ts";
import { payrollPeopleOperations } from "./payroll/people.operations.ts";
import { payrollPayoutOperations } from "./payroll/payouts.operations.ts";
import { payrollRunsOperations } from "./payroll/runs.operations.ts";
import { payrollSetUpOperations } from "./payroll/set-up.operations.ts";
import { payrollTermsOperations } from "./payroll/terms.operations.ts";
import { payrollTimeOperations } from "./payroll/time.operations.ts";
import { propertyOperations } from "./property/property.operations.ts";
import { reportsOperations } from "./property/reports.operations.ts";
import { scoringOperations } from "./property/scoring.operations.ts";
import { sourcesOperations } from "./property/sources.operations.ts";
import { callbacksOperations } from "./voice/callbacks.operations.ts";
import { callsOperations } from "./voice/calls.operations.ts";
import { callTranscriptsOperations } from "./voice/transcripts.operations.ts";
import { callCampaignsOperations } from "./voice/campaigns.operations.ts";
import { callPeopleOperations } from "./voice/people.operations.ts";
import { callScriptsOperations } from "./voice/scripts.operations.ts";
import type { OperationArea } from "./operation.ts";

/** Every area as it is written: files of rows, with `.graphql` files beside them where documents are written by hand. */
const definitions: readonly AreaDefinition[] = [
  creditsOperations,
  creditPricesOperations,
  autoReloadOperations,
  auditOperations,
  identityOperations,
  accountsOperations,
  accountDomainsOperations,
  approvalsOperations,
  requestsOperations,
  closingOperations,
  accountDataOperations,
  appsOperations,
  marketplaceOperations,
  propertyOperations,
  sourcesOperations,
  scoringOperations,
  reportsOperations,
  invoicingOperations,
  onlinePaymentsOperations,
  clientPortalOperations,
  invoiceLinesOperations,
  invoicingClientsOperations,
  invoicingMoneyOperations,
  invoicingDocumentsOperations,
  invoicingExpensesOperations,
  invoicingReportsOperations,
  quotationsOperations,
  payrollSetUpOperations,
  payrollRunsOperations,
  payrollPayoutOperations,
  payrollPeopleOperations,
  payrollTermsOperations,
  payrollContractorOperations,
  payrollTimeOperations,
  ticketedEventsOperations,
  serviceOperations,
  providerOperations,
  bookingPlaceOperations,
  bookingCustomerOperations,
  waitlistOperations,
  calendarSyncOperations,
  bookingRecordOperations,
  bookingReportOperations,
  bookingOperations,
  bookingCalendarOperations,
  bookingPageOperations,
  eventPageOperations,
  formAndDepositOperations,
  webhooksOperations,
  paymentsOperations,
  processorEventsOperations,
  apiKeysOperations,
  serviceAccountsOperations,
  accountAdministrationOperations,
  backgroundJobsOperations,
  planAdministrationOperations,
  subscriptionsOperations,
  bankingOperations,
  oauthOperations,
  taxOperations,
  campaignsOperations,
  aiOperations,
  filesOperations,
  exportsOperations,
  crmOperations,
  ledgerAccountsOperations,
  journalOperations,
  fiscalPeriodsOperations,
  accountingReportsOperations,
  ledgerBudgetsOperations,
  vendorsOperations,
  vendorBillsOperations,
  appPostingsOperations,
  bankReconciliationOperations,
  bankRulesOperations,
  ledgerExportsOperations,
  dealsOperations,
  workOperations,
  blogOperations,
  hvutOperations,
  hvutFilingsOperations,
  hvutFiledOperations,
  callPeopleOperations,
  callScriptsOperations,
  callsOperations,
  callTranscriptsOperations,
  callbacksOperations,
  callCampaignsOperations,
  financeAccountsOperations,
  financeAccountChangesOperations,
  financeTransactionsOperations,
  financeTransactionChangesOperations,
  financeImportRecordsOperations,
  financeHistoryOperations,
  financeBankLinksOperations,
  financeCategoriesOperations,
  financeCategoryChangesOperations,
  financePayeesOperations,
  financeTagsOperations,
  financeRulesOperations,
  financeBudgetsOperations,
  financeBudgetChangesOperations,
  financeGoalsOperations,
  financeBillChangesOperations,
  financeHoldingsOperations,
  financeSecuritiesOperations,
  financeAssetsOperations,
  financeTaxesOperations,
  financeCurrenciesOperations,
  financeReportsOperations,
  financeInsightOperations,
];

/** Every area of the platform, with complete rows. */
export const operationAreas: readonly OperationArea[] = definitions.map(resolveArea);
