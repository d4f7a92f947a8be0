import type { Logger } from "pino";
import { auditMutations } from "../../src/access/audit.ts";
import { chargeFields } from "../../src/access/charge.ts";
import type { KeyRing } from "../../src/crypto/crypto.ts";
import { buildSubgraph, type SubgraphGraph } from "../../src/graphql/build-subgraph.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import {
  type DatabaseSettings,
  openSubgraph,
  type RunningSubgraph,
} from "../../src/graphql/open-subgraph.ts";
import { scalars } from "../../src/graphql/scalars.ts";
import type { AnyJob } from "../../src/jobs/define-job.ts";
import type { JobContext } from "../../src/jobs/job-context.ts";
import { autoReloadFeature } from "./auto-reload/auto-reload.feature.ts";
import { createReloadHub } from "./auto-reload/reload-hub.adapter.ts";
import { autoReloadJob, sweepReloadsJob, syncReloadEndpointJob } from "./auto-reload/reload.jobs.ts";
import { tellReloads } from "./auto-reload/tell-reload.service.ts";
import { agendaFeature } from "./booking/agenda/agenda.feature.ts";
import { availabilityFeature } from "./booking/availability/availability.feature.ts";
import { busyCalendarFeature } from "./booking/busy-calendars/busy-calendar.feature.ts";
import { BookingNotificationEntity } from "./booking/reminders/notification.entity.ts";
import { bookingRemindersFeature } from "./booking/reminders/reminders.feature.ts";
import { sendBookingMailJob, sendDueBookingMailJob } from "./booking/reminders/send-booking-mail.job.ts";
import { bookingSeriesFeature } from "./booking/series/series.feature.ts";
import { BookingProviderEntity } from "./booking/setup/booking-provider.entity.ts";
import { BookingServiceEntity } from "./booking/setup/booking-service.entity.ts";
import { bookingSetupFeature } from "./booking/setup/setup.feature.ts";
import { BookingEntity } from "./booking/bookings/booking.entity.ts";
import { bookingsFeature } from "./booking/bookings/bookings.feature.ts";
import { callCampaignsFeature } from "./voice/campaigns/campaigns.feature.ts";
import { callContactsFeature } from "./voice/contacts/contacts.feature.ts";
import { callScriptsFeature } from "./voice/scripts/scripts.feature.ts";
import { callTranscriptsFeature } from "./voice/transcripts/transcripts.feature.ts";
import * as callJobs from "./voice/calls/calls.jobs.ts";
import { callsFeature } from "./voice/calls/calls.feature.ts";
import type { VoicePorts } from "./voice/voice-carrier.port.ts";
import { createHubCredits } from "./charging/credits.adapter.ts";
import { pricedByDefault } from "./charging/default-prices.ts";
import { settleChargeJob, settleLater } from "./charging/settle-charge.job.ts";
import { CreditNoteEntity } from "./invoicing/credit-notes/credit-note.entity.ts";
import { creditNotesFeature } from "./invoicing/credit-notes/credit-notes.feature.ts";
import { ExpenseEntity } from "./invoicing/expenses/expense.entity.ts";
import { expensesFeature } from "./invoicing/expenses/expenses.feature.ts";
import { financeBillsFeature } from "./finance/bills/bills.feature.ts";
import { financeBudgetsFeature } from "./finance/budgets/budgets.feature.ts";
import { createBankFeed } from "./finance/imports/bank-feed.adapter.ts";
import { financeImportsFeature } from "./finance/imports/imports.feature.ts";
import { financeInvestmentsFeature } from "./finance/investments/investments.feature.ts";
import { financeLoansFeature } from "./finance/loans/loans.feature.ts";
import { financeReportsFeature } from "./finance/reports/reports.feature.ts";
import { financeTaxesFeature } from "./finance/taxes/taxes.feature.ts";
import { financeTransactionsFeature } from "./finance/transactions/transactions.feature.ts";
import { financeAccountsFeature } from "./finance/accounts/accounts.feature.ts";
import { foreignFeature } from "./base/foreign.feature.ts";
import type { GatewayContext, GatewayPorts } from "./base/gateway.context.ts";
import type { EfilePort } from "./hvut/filings/efile.port.ts";
import { FilerEntity } from "./hvut/filers/filer.entity.ts";
import { FilingEntity } from "./hvut/filings/filing.entity.ts";
import { hvutFeature } from "./hvut/hvut.feature.ts";
import { refreshFilingsJob } from "./hvut/hvut.jobs.ts";
import { ScheduleEntity } from "./hvut/schedules/schedule.entity.ts";
import { VehicleEntity } from "./hvut/vehicles/vehicle.entity.ts";
import { ClientEntity } from "./invoicing/invoices/client.entity.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoicing/invoices/invoice.entity.ts";
import { invoicingFeature } from "./invoicing/invoices/invoicing.feature.ts";
import { createInvoicingLoaders } from "./invoicing/invoices/invoicing.loaders.ts";
import { sendInvoiceMailJob } from "./invoicing/invoices/send-invoice-mail.job.ts";
import { CatalogueItemEntity } from "./invoicing/catalogue/catalogue-item.entity.ts";
import { catalogueFeature } from "./invoicing/catalogue/catalogue.feature.ts";
import { TaxRateEntity } from "./invoicing/catalogue/tax-rate.entity.ts";
import { clientsFeature } from "./invoicing/clients/clients.feature.ts";
import { reportsFeature } from "./invoicing/reports/reports.feature.ts";
import { invoiceDocumentsFeature } from "./invoicing/documents/documents.feature.ts";
import { paymentRemindersFeature } from "./invoicing/payment-reminders/reminders.feature.ts";
import { paymentsReceivedFeature } from "./invoicing/payments-received/payments-received.feature.ts";
import { ReceivedPaymentEntity } from "./invoicing/payments-received/received-payment.entity.ts";
import { ReceiptEntity } from "./invoicing/receipts/receipt.entity.ts";
import { payrollFeature } from "./payroll/payroll.feature.ts";
import { sendTicketMailJob } from "./booking/ticketed-events/send-ticket-mail.job.ts";
import { ticketedEventsFeature } from "./booking/ticketed-events/ticketed-events.feature.ts";
import { payrollReportsFeature } from "./payroll/reports/payroll-reports.feature.ts";
import { payrollTimeFeature } from "./payroll/time/payroll-time.feature.ts";
import { settlePayrollJob } from "./payroll/runs/settle-payroll.job.ts";
import { receiptsFeature } from "./invoicing/receipts/receipts.feature.ts";
import { createTesseractReader } from "./invoicing/receipts/tesseract.adapter.ts";
import { makeRecurringInvoicesJob } from "./invoicing/recurring-invoices/make-recurring.job.ts";
import { RecurringInvoiceEntity } from "./invoicing/recurring-invoices/recurring-invoice.entity.ts";
import { recurringFeature } from "./invoicing/recurring-invoices/recurring.feature.ts";
import { createSmtpMail } from "../../src/mail/smtp.adapter.ts";
import { announceLapsedJob } from "./invoicing/quotations/announce-lapsed.job.ts";
import { QuotationEntity } from "./invoicing/quotations/quotation.entity.ts";
import { quotationsFeature } from "./invoicing/quotations/quotations.feature.ts";
import { sendQuotationMailJob } from "./invoicing/quotations/send-quotation-mail.job.ts";

export const gatewayJobs: readonly AnyJob<JobContext>[] = [
  settleChargeJob,
  sendInvoiceMailJob,
  sendQuotationMailJob,
  announceLapsedJob,
  sendBookingMailJob,
  sendDueBookingMailJob,
  makeRecurringInvoicesJob,
  settlePayrollJob,
  sendTicketMailJob,
  refreshFilingsJob,
  callJobs.dialCallJob,
  callJobs.settleCallJob,
  callJobs.hangUpCallJob,
  callJobs.advanceCampaignJob,
  callJobs.advanceCallsJob,
  autoReloadJob,
  sweepReloadsJob,
  syncReloadEndpointJob,
];

/**
 * The gateway's graph: the child apps. Charged fields are charged in here, whatever door or router they came
 * by.
 */
export function buildGatewayGraph(): SubgraphGraph {
  return buildSubgraph({
    name: "gateway",
    features: [
      foreignFeature,
      autoReloadFeature,
      ...pricedByDefault([
        invoicingFeature,
        clientsFeature,
        catalogueFeature,
        paymentsReceivedFeature,
        creditNotesFeature,
        invoiceDocumentsFeature,
        paymentRemindersFeature,
        recurringFeature,
        receiptsFeature,
        expensesFeature,
        reportsFeature,
        quotationsFeature,
        payrollFeature,
        payrollTimeFeature,
        ticketedEventsFeature,
        payrollReportsFeature,
        bookingSetupFeature,
        availabilityFeature,
        bookingsFeature,
        bookingRemindersFeature,
        bookingSeriesFeature,
        agendaFeature,
        busyCalendarFeature,
        hvutFeature,
        callContactsFeature,
        callScriptsFeature,
        callsFeature,
        callTranscriptsFeature,
        callCampaignsFeature,
        financeAccountsFeature,
        financeTransactionsFeature,
        financeImportsFeature,
        financeBudgetsFeature,
        financeBillsFeature,
        financeInvestmentsFeature,
        financeLoansFeature,
        financeReportsFeature,
        financeTaxesFeature,
      ]),
    ],
    scalars,
    inside: (schema, rules) =>
      chargeFields(schema, rules, {
        credits: (ctx) => tellReloads((ctx as GatewayContext).ports.credits, ctx),
        settleLater,
        chargedWithin,
      }),
    outside: auditMutations,
  });
}

/**
 * Many may want one slot at once: who cannot have it is refused before a price is set aside. A series is paid
 * by what of it could be booked.
 */
const chargedWithin: ReadonlySet<string> = new Set(["createBooking", "createBookingSeries"]);

export interface GatewayOptions extends DatabaseSettings {
  /** The hub subgraph, which holds the ledger. */
  hub: SubgraphExecutor;
  keyRing: KeyRing;
  /** Null where no mail server is configured. */
  smtpUrl: string | null;
  mailFrom: string;
  efile: EfilePort;
  voice: VoicePorts;
  log: Logger;
}

/** Migrates and opens the gateway. */
export function openGateway({
  hub,
  keyRing,
  smtpUrl,
  mailFrom,
  efile,
  voice,
  ...options
}: GatewayOptions): Promise<RunningSubgraph> {
  const mail = createSmtpMail({ smtpUrl, from: mailFrom });
  const reloads = createReloadHub(hub);
  const receiptReader = createTesseractReader();
  const ports: GatewayPorts = {
    credits: createHubCredits(hub),
    reloads,
    mail,
    keyRing,
    receiptReader,
    efile,
    bankFeed: createBankFeed(hub),
    voice,
  };
  return openSubgraph({
    ...options,
    graph: buildGatewayGraph(),
    entities: [
      ClientEntity,
      CatalogueItemEntity,
      TaxRateEntity,
      InvoiceEntity,
      InvoiceLineEntity,
      ReceivedPaymentEntity,
      CreditNoteEntity,
      RecurringInvoiceEntity,
      ReceiptEntity,
      ExpenseEntity,
      QuotationEntity,
      BookingServiceEntity,
      BookingProviderEntity,
      BookingEntity,
      BookingNotificationEntity,
      FilerEntity,
      VehicleEntity,
      FilingEntity,
      ScheduleEntity,
    ],
    ports,
    loaders: (ctx) => createInvoicingLoaders(ctx as GatewayContext),
  });
}
