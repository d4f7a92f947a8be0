import { everyOperation, type GatewayApp } from "../base/gateway-app.ts";
import { bulkSendFeature } from "./bulk-send/bulk-send.feature.ts";
import { sendInvoiceBatchJob } from "./bulk-send/send-batch.job.ts";
import { CatalogueItemEntity } from "./catalogue/catalogue-item.entity.ts";
import { catalogueFeature } from "./catalogue/catalogue.feature.ts";
import { TaxRateEntity } from "./catalogue/tax-rate.entity.ts";
import { clientContactsFeature } from "./client-contacts/client-contacts.feature.ts";
import { clientPortalFeature } from "./client-portal/client-portal.feature.ts";
import { clientsFeature } from "./clients/clients.feature.ts";
import { CreditNoteEntity } from "./credit-notes/credit-note.entity.ts";
import { creditNotesFeature } from "./credit-notes/credit-notes.feature.ts";
import { documentLinksFeature } from "./document-links/document-links.feature.ts";
import { sendDocumentMailJob } from "./document-mails/send-document-mail.job.ts";
import { invoiceDocumentsFeature } from "./documents/documents.feature.ts";
import { ExpenseEntity } from "./expenses/expense.entity.ts";
import { expensesFeature } from "./expenses/expenses.feature.ts";
import { ClientEntity } from "./invoices/client.entity.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoices/invoice.entity.ts";
import { invoiceDetailsFeature } from "./invoice-details/invoice-details.feature.ts";
import { invoiceFilesFeature } from "./invoice-files/invoice-files.feature.ts";
import { invoiceHistoryFeature } from "./invoice-history/invoice-history.feature.ts";
import { invoiceLinesFeature } from "./invoice-lines/invoice-lines.feature.ts";
import { invoiceSearchFeature } from "./invoice-search/invoice-search.feature.ts";
import { invoicingFeature } from "./invoices/invoicing.feature.ts";
import { sendInvoiceMailJob, sendInvoiceMailsJob } from "./invoice-mails/send-invoice-mail.job.ts";
import { invoicingLedgerSource } from "./ledger-facts/invoicing-facts.rows.ts";
import { checkUnfinishedPaymentsJob } from "./online-payments/check-unfinished-payments.job.ts";
import { finishRefundJob } from "./online-payments/finish-refund.job.ts";
import { onlinePaymentsFeature } from "./online-payments/online-payments.feature.ts";
import { invoicePayments } from "./online-payments/apply-payment.service.ts";
import { syncOnlinePaymentJob } from "../base/payments/sync-online-payment.job.ts";
import { paymentAccountsFeature } from "./payment-accounts/payment-accounts.feature.ts";
import { syncPaymentAccountJob } from "./payment-accounts/sync-payment-account.job.ts";
import { paymentRemindersFeature } from "./payment-reminders/reminders.feature.ts";
import { paymentsReceivedFeature } from "./payments-received/payments-received.feature.ts";
import { ReceivedPaymentEntity } from "./payments-received/received-payment.entity.ts";
import { announceLapsedJob } from "./quotations/announce-expired.job.ts";
import { QuotationEntity } from "./quotations/quotation.entity.ts";
import { quotationsFeature } from "./quotations/quotations.feature.ts";
import { sendQuotationMailJob } from "./quotations/send-quotation-mail.job.ts";
import { ReceiptEntity } from "./receipts/receipt.entity.ts";
import { receiptsFeature } from "./receipts/receipts.feature.ts";
import { makeRecurringInvoicesJob } from "./recurring-invoices/make-recurring.job.ts";
import { RecurringInvoiceEntity } from "./recurring-invoices/recurring-invoice.entity.ts";
import { recurringFeature } from "./recurring-invoices/recurring.feature.ts";
import { reminderRulesFeature } from "./reminder-rules/reminder-rules.feature.ts";
import { chargeDueInvoicesJob } from "./saved-methods/charge-due-invoices.job.ts";
import { chargeInvoiceJob } from "./saved-methods/charge-invoice.job.ts";
import { savedMethodsFeature } from "./saved-methods/saved-methods.feature.ts";
import { sellerProfileFeature } from "./seller-profile/seller-profile.feature.ts";
import { sendDueRemindersJob } from "./reminder-rules/send-due-reminders.job.ts";
import { reportsFeature } from "./reports/reports.feature.ts";

/** The invoicing app: invoices, quotations, payments received and what belongs to them. */
export const invoicingApp: GatewayApp = {
  features: [
    invoicingFeature,
    sellerProfileFeature,
    invoiceFilesFeature,
    invoiceDetailsFeature,
    invoiceLinesFeature,
    invoiceHistoryFeature,
    documentLinksFeature,
    invoiceSearchFeature,
    bulkSendFeature,
    clientsFeature,
    clientContactsFeature,
    clientPortalFeature,
    catalogueFeature,
    paymentsReceivedFeature,
    paymentAccountsFeature,
    onlinePaymentsFeature,
    savedMethodsFeature,
    creditNotesFeature,
    invoiceDocumentsFeature,
    paymentRemindersFeature,
    reminderRulesFeature,
    recurringFeature,
    receiptsFeature,
    expensesFeature,
    reportsFeature,
    quotationsFeature,
  ],
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
  ],
  jobs: [
    sendInvoiceMailJob,
    sendInvoiceMailsJob,
    sendInvoiceBatchJob,
    sendDocumentMailJob,
    sendQuotationMailJob,
    announceLapsedJob,
    makeRecurringInvoicesJob,
    sendDueRemindersJob,
    syncPaymentAccountJob,
    syncOnlinePaymentJob,
    checkUnfinishedPaymentsJob,
    finishRefundJob,
    chargeInvoiceJob,
    chargeDueInvoicesJob,
  ],
  prices: everyOperation,
  chargedWithin: ["bulkSendInvoices"],
  ledgerSource: invoicingLedgerSource,
  paymentTaker: invoicePayments,
};
