import { aiOperations } from "./ai.operations.ts";
import { apiKeysOperations } from "./api-keys.operations.ts";
import { appsOperations } from "./apps.operations.ts";
import { auditOperations } from "./audit.operations.ts";
import { autoReloadOperations } from "./auto-reload.operations.ts";
import { bankingOperations } from "./banking.operations.ts";
import { bookingCalendarOperations } from "./booking-calendar.operations.ts";
import { bookingOperations } from "./booking.operations.ts";
import { callerPeopleOperations } from "./caller-people.operations.ts";
import { callerScriptsOperations } from "./caller-scripts.operations.ts";
import { callerOperations } from "./caller.operations.ts";
import { campaignsOperations } from "./campaigns.operations.ts";
import { creditsOperations } from "./credits.operations.ts";
import { crmOperations } from "./crm.operations.ts";
import { exportsOperations } from "./exports.operations.ts";
import { filesOperations } from "./files.operations.ts";
import { financePlanningOperations } from "./finance-planning.operations.ts";
import { financeReportsOperations } from "./finance-reports.operations.ts";
import { financeOperations } from "./finance.operations.ts";
import { hvutFilingsOperations } from "./hvut-filings.operations.ts";
import { hvutOperations } from "./hvut.operations.ts";
import { invoicingClientsOperations } from "./invoicing-clients.operations.ts";
import { invoicingDocumentsOperations } from "./invoicing-documents.operations.ts";
import { invoicingExpensesOperations } from "./invoicing-expenses.operations.ts";
import { invoicingMoneyOperations } from "./invoicing-money.operations.ts";
import { invoicingReportsOperations } from "./invoicing-reports.operations.ts";
import { invoicingOperations } from "./invoicing.operations.ts";
import { identityOperations } from "./identity.operations.ts";
import { marketplaceOperations } from "./marketplace.operations.ts";
import { oauthOperations } from "./oauth.operations.ts";
import type { OperationArea } from "./operation.ts";
import { paymentsOperations } from "./payments.operations.ts";
import { payrollPeopleOperations } from "./payroll-people.operations.ts";
import { ticketedEventsOperations } from "./ticketed-events.operations.ts";
import { payrollTimeOperations } from "./payroll-time.operations.ts";
import { payrollOperations } from "./payroll.operations.ts";
import { processorEventsOperations } from "./processor-events.operations.ts";
import { propertyOperations } from "./property.operations.ts";
import { quotationsOperations } from "./quotations.operations.ts";
import { reportsOperations } from "./reports.operations.ts";
import { scoringOperations } from "./scoring.operations.ts";
import { serviceAccountsOperations } from "./service-accounts.operations.ts";
import { sourcesOperations } from "./sources.operations.ts";
import { subscriptionsOperations } from "./subscriptions.operations.ts";
import { taxOperations } from "./tax.operations.ts";
import { webhooksOperations } from "./webhooks.operations.ts";

/**
 * Every area of the platform. An area is a file of rows, and a `.graphql` file where its documents are
 * written by hand.
 */
export const operationAreas: readonly OperationArea[] = [
  creditsOperations,
  autoReloadOperations,
  auditOperations,
  identityOperations,
  appsOperations,
  marketplaceOperations,
  propertyOperations,
  sourcesOperations,
  scoringOperations,
  reportsOperations,
  invoicingOperations,
  invoicingClientsOperations,
  invoicingMoneyOperations,
  invoicingDocumentsOperations,
  invoicingExpensesOperations,
  invoicingReportsOperations,
  quotationsOperations,
  payrollOperations,
  payrollPeopleOperations,
  payrollTimeOperations,
  ticketedEventsOperations,
  bookingOperations,
  bookingCalendarOperations,
  webhooksOperations,
  paymentsOperations,
  processorEventsOperations,
  apiKeysOperations,
  serviceAccountsOperations,
  subscriptionsOperations,
  bankingOperations,
  oauthOperations,
  taxOperations,
  campaignsOperations,
  aiOperations,
  filesOperations,
  exportsOperations,
  crmOperations,
  hvutOperations,
  hvutFilingsOperations,
  callerPeopleOperations,
  callerScriptsOperations,
  callerOperations,
  financeOperations,
  financePlanningOperations,
  financeReportsOperations,
];
