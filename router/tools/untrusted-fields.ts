import { fieldsByType } from "./fields-by-type.ts";
import type { StoredOperation } from "../operations/registry.ts";

/**
 * Fields with third-party text, by type: scanned, spoken or received text, data from banks, authorities and
 * other systems, and input of clients and guests. Every tool that returns one marks it. Text that the account
 * itself wrote is not among them; `test/router/tools/untrusted-fields.test.ts` records the decision for each.
 */
export const untrustedFields: Readonly<Record<string, readonly string[]>> = {
  // Said on calls.
  CallTranscript: ["content"],
  CallTranscriptFile: ["content"],
  CallTurn: ["text"],
  CallSummary: ["text", "actions"],
  CallExtraction: ["data"],
  // Messages that callees left are notes too.
  CallNote: ["text"],
  // Read from pictures and files.
  Expense: ["vendor"],
  PreviewedImportRow: ["payee"],
  Receipt: ["merchant"],
  ReceiptItem: ["description"],
  RejectedSourceRow: ["raw"],
  // Read from calendars.
  AgendaEntry: ["reason"],
  BusyBlock: ["reason", "uid"],
  ConnectableCalendar: ["name"],
  CalendarSync: ["calendarName"],
  CalendarConflict: ["eventTitle"],
  UnreadEvent: ["uid", "summary", "reason"],
  // Received from banks.
  BankLine: ["payee", "notes"],
  BankMatchSuggestion: ["memo"],
  BankTransaction: ["name", "merchantName"],
  Bill: ["payee"],
  BillDetails: ["payee"],
  CashflowForecastItem: ["label"],
  DetectedRecurring: ["payee"],
  ExportedTransactions: ["content"],
  FinancePayee: ["name", "otherNames"],
  FinancePayeeDetails: ["name", "otherNames"],
  FinanceTransaction: ["payee", "notes"],
  IncomeSource: ["payee"],
  MerchantSpending: ["payee"],
  PeriodDifference: ["name"],
  RecurringCharge: ["payee"],
  RuledFields: ["payee"],
  FinanceAlertEvent: ["message"],
  UnmatchedBankLine: ["payee", "notes"],
  UnusualTransaction: ["payee"],
  UpcomingBill: ["payee"],
  // Booked from records of apps, which name their clients.
  GeneralLedgerLine: ["memo"],
  JournalEntry: ["memo"],
  ClientReceivableAging: ["client"],
  ConnectedFile: ["name"],
  JournalLine: ["memo", "client", "project"],
  SubledgerDifference: ["memo"],
  SubledgerParty: ["party"],
  // Received from authorities and other systems.
  AccountAuditEntry: ["userAgent"],
  AuditLogEntry: ["userAgent"],
  FilingErrorAdvice: ["message"],
  FilingFault: ["message"],
  LedgerExport: ["companyName"],
  LedgerExportAccounts: ["companyName"],
  LedgerExportEntry: ["reason"],
  LedgerExportMapping: ["companyName"],
  OauthConnection: ["accountLabel"],
  OauthConnectionStatus: ["accountLabel"],
  RemoteLedgerAccount: ["name", "type"],
  StockPhoto: ["photographer", "altText"],
  TaxFormNotice: ["message"],
  WebhookAttempt: ["responseBody"],
  // Filled in by clients, guests and users.
  AdminUser: ["name"],
  Attendee: ["name", "attendeeNames"],
  Booking: ["notes", "answers", "reason"],
  BookingCustomer: ["name"],
  BookingHistoryEntry: ["reason"],
  IntakeAnswer: ["value"],
  Quotation: ["acceptedBy", "answeredBy", "declineReason"],
  Registration: ["name"],
  Ticket: ["attendeeName"],
};

/** Dotted paths of an operation's body to third-party text, without duplicates: by its types, and from its row. */
export function untrustedPaths(operation: StoredOperation): string[] {
  const found = fieldsByType(operation, untrustedFields).map(({ path }) => path);
  return [...new Set([...found, ...(operation.row.tool?.untrusted ?? [])])];
}
