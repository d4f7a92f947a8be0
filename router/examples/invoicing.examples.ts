import { demoId } from "../../src/demo-identities.ts";
import { demoWebhookSecrets } from "../../src/config/demo-webhook-secrets.ts";
import { signedWebhook } from "./signed-webhook.ts";
import type { ExampleRows } from "./example.types.ts";

const items = [{ description: "Consulting", quantity: 3, unitPrice: 120 }];
const external = { customerName: "Northside Dental", items };

/** The smallest picture there is: one white point. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** Invoices, their clients, money, quotations and expenses. */
export const invoicingExamples: ExampleRows = {
  CreateInvoice: { input: { client: "dana@client.example", items, taxRate: 8.25, dueDate: "2031-01-31" } },
  SendInvoice: { input: { invoiceId: "inv_demo_draft", message: "Thank you for your order." } },
  MarkInvoiceSent: { input: { invoiceId: "inv_demo_draft" } },
  MarkInvoicePaid: { input: { invoiceId: "inv_demo_overdue" } },
  CancelInvoice: { input: { invoiceId: "inv_demo_overdue", reason: "Ordered twice" } },
  UpdateInvoice: { input: { invoiceId: "inv_demo_draft", notes: "Pays on Fridays.", items } },
  DeleteDraftInvoice: { input: { invoiceId: "inv_demo_draft" } },
  AddInvoiceLine: { input: { invoiceId: "inv_demo_draft", itemId: "itm_demo_1", quantity: 2 } },
  UpdateInvoiceLine: {
    input: { invoiceId: "inv_demo_draft", lineId: "ivl_demo_draft", quantity: 5 },
  },
  RemoveInvoiceLine: { input: { invoiceId: "inv_demo_draft", lineId: "ivl_demo_draft" } },
  ApplyInvoiceDiscount: { input: { invoiceId: "inv_demo_draft", percent: 10 } },
  SearchInvoices: { input: { query: "packaging" } },
  AttachInvoiceFile: { input: { invoiceId: "inv_demo_1", fileId: demoId("file", "1") } },
  UpdateSellerProfile: {
    input: {
      legalName: "Lake House Consulting LLC",
      address: {
        line1: "500 Lake Street",
        city: "Chicago",
        region: "IL",
        postalCode: "60601",
        country: "US",
      },
      taxIds: [{ kind: "us_ein", value: "12-3456789" }],
      locale: "en-US",
    },
  },
  UpdateSellerBankDetails: {
    input: {
      accountHolder: "Lake House Consulting LLC",
      routingNumber: "021000021",
      accountNumber: "000123456789",
    },
  },
  UpdateInvoiceSettings: { input: { timezone: "America/Chicago", defaultTermsDays: 30 } },
  CreateExternalInvoice: { input: { ...external, taxRate: 8.25, dueDate: "2031-01-31" }, as: "ira" },
  GetExternalInvoices: { input: { limit: 10 }, as: "ira" },
  InvoicePaymentPage: { input: { token: "demo-1" } },
  ClientPortalPage: { input: { token: "demo-client" } },
  UpdatePortalContact: {
    input: { token: "demo-client", name: "Dana Alva Design", phone: "+1 217 555 0142" },
  },
  ClientPortalReceipt: { input: { token: "demo-client", paymentId: "pay_demo_1" } },
  InvoicePdfByLink: { input: { token: "demo-1" } },
  QuotationPdfByLink: { input: { token: "demo-sent" } },
  GetPaymentPayout: { input: { payoutId: "po_demo_1" } },
  StartPaymentOnboarding: { input: { country: "US" } },
  UpdatePaymentAccount: { input: { allowsPartialPayments: false } },
  PayInvoiceOnline: { input: { token: "demo-1", amount: 100 } },
  ReceiveConnectEvent: signedWebhook(demoWebhookSecrets.connect, {
    id: "evt_demo_1",
    object: "event",
    type: "account.updated",
    created: 1,
    livemode: false,
    account: "acct_demo_1",
    data: { object: { id: "acct_demo_1" } },
  }),
  CreateClient: { input: { name: "Northside Dental", phone: "+1 217 555 0142", paymentTermsDays: 30 } },
  UpdateClient: { input: { clientId: "cli_demo_1", phone: "+1 217 555 0142" } },
  RestoreClient: { input: { clientId: "cli_demo_archived" } },
  DeleteClient: { input: { clientId: "cli_demo_unused" } },
  RenderClientStatementPdf: { input: { clientId: "cli_demo_1", from: "2026-01-01", to: "2026-12-31" } },
  GetClientStatement: { input: { clientId: "cli_demo_1", from: "2026-01-01", to: "2026-12-31" } },
  MergeClients: { input: { sourceClientId: "cli_demo_unused", targetClientId: "cli_demo_1" } },
  AddClientContact: {
    input: {
      clientId: "cli_demo_1",
      name: "Noor Haddad",
      email: "noor@client.example",
      receivesInvoices: true,
    },
  },
  UpdateClientContact: { input: { contactId: "cct_demo_1", receivesInvoices: true } },
  RemoveClientContact: { input: { contactId: "cct_demo_1" } },
  RestoreItem: { input: { itemId: "itm_demo_1" } },
  UpdateTaxRate: { input: { taxRateId: "txr_demo_1", name: "Illinois sales tax" } },
  CreateItem: { input: { name: "Photo editing", unitPrice: 45, unit: "hour", taxRateId: "txr_demo_1" } },
  UpdateItem: { input: { itemId: "itm_demo_1", unitPrice: 125 } },
  CreateTaxRate: { input: { name: "County tax", ratePercent: 1.75, region: "IL" } },
  SetDefaultTaxRate: { input: { taxRateId: "txr_demo_1" } },
  RecordPayment: { input: { invoiceId: "inv_demo_overdue", amount: 250, method: "bank_transfer" } },
  RefundPayment: { input: { paymentId: "pay_demo_1", amount: 50, reason: "Agreed discount" } },
  VoidPayment: { input: { paymentId: "pay_demo_1", reason: "Recorded on the wrong invoice" } },
  AllocatePayment: {
    input: { paymentId: "pay_demo_advance", allocations: [{ invoiceId: "inv_demo_overdue", amount: 80 }] },
  },
  WriteOffInvoice: { input: { invoiceId: "inv_demo_overdue", reason: "The client has closed" } },
  GenerateCreditNote: { input: { invoiceId: "inv_demo_1", amount: 40, reason: "Shorter workshop" } },
  ApplyCreditNote: { input: { creditNoteId: "crn_demo_1", invoiceId: "inv_demo_overdue", amount: 60 } },
  RefundCreditNote: {
    input: { creditNoteId: "crn_demo_1", amount: 20, reason: "Paid back by bank transfer" },
  },
  VoidCreditNote: { input: { creditNoteId: "crn_demo_1", reason: "Issued for the wrong invoice" } },
  SendCreditNote: { input: { creditNoteId: "crn_demo_1" } },
  PreviewInvoiceTotals: { input: { items, taxRate: 8.25, discount: 5 } },
  SendPaymentReminder: { input: { invoiceId: "inv_demo_overdue" } },
  CreateReminderRule: {
    input: { name: "Gentle", offsets: [{ days: -3 }, { days: 7 }], template: "friendly" },
  },
  UpdateReminderRule: { input: { ruleId: "rmr_demo_1", isActive: false } },
  DeleteReminderRule: { input: { ruleId: "rmr_demo_1" } },
  CreateRecurringInvoice: {
    input: { client: "dana@client.example", items, frequency: "monthly", startDate: "2031-01-31" },
  },
  UpdateRecurringInvoice: { input: { recurringId: "rec_demo_1", notes: "Includes support by e-mail." } },
  PauseRecurringInvoice: { input: { recurringId: "rec_demo_1", resumeAt: "2031-06-01" } },
  PreviewRecurringSchedule: { input: { frequency: "monthly", startDate: "2031-01-31", count: 3 } },
  ScanReceipt: { input: { imageBase64: picture } },
  CreateExpense: { input: { date: "2026-05-12", vendor: "Rail & Road", amount: 64.5, category: "travel" } },
  UpdateExpense: { input: { expenseId: "exp_demo_1", category: "client travel" } },
  BillExpenseToClient: { input: { expenseId: "exp_demo_1", markupPercent: 10 } },
  RegeneratePaymentLink: { input: { invoiceId: "inv_demo_1" } },
  RevokePaymentLink: { input: { invoiceId: "inv_demo_1" } },
  RegenerateQuotationLink: { input: { quotationId: "quo_demo_draft" } },
  RevokeQuotationLink: { input: { quotationId: "quo_demo_draft" } },
  BulkSendInvoices: { input: { invoiceIds: ["inv_demo_draft"] } },
  GetInvoiceBatch: { input: { batchId: "ibt_demo_1" } },
  SendPaymentReceipt: { input: { paymentId: "pay_demo_1" } },
  GetRevenueByClient: { input: { from: "2026-01-01", to: "2026-12-31", currency: "USD" } },
  GetTaxSummary: { input: { from: "2026-01-01", to: "2026-12-31", currency: "USD" } },
  GetMonthlyReport: { input: { month: "2026-11", currency: "USD" } },
  CreateQuotation: { input: { client: "dana@client.example", items, validUntil: "2031-01-31" } },
  UpdateQuotation: { input: { quotationId: "quo_demo_draft", notes: "Includes travel." } },
  AcceptQuotation: { input: { quotationId: "quo_demo_sent", acceptedBy: "Dana Alva" } },
  DeclineQuotation: { input: { quotationId: "quo_demo_sent", reason: "Too expensive" } },
  ConvertQuotationToInvoice: { input: { quotationId: "quo_demo_accepted" } },
  CreateExternalQuotation: { input: { ...external, validUntil: "2031-01-31" }, as: "ira" },
  GetExternalQuotations: { input: { limit: 10 }, as: "ira" },
  QuotationPortalPage: { input: { token: "demo-sent" } },
  AcceptQuotationByLink: { input: { token: "demo-sent", note: "Looking forward to it" } },
  DeclineQuotationByLink: { input: { token: "demo-sent", note: "Not this year" } },
};
