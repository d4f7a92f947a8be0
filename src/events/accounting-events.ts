import { nullable, number, ownObject, text, type EventFamily } from "./event-family.ts";

export const accountingEntryEvents: EventFamily = {
  name: "accounting.entry",
  object: ownObject("JournalEntryNews", "Journal entry, without its lines.", {
    entryId: text("ID of the journal entry."),
    kind: text("Purpose of the entry: `standard`, `reversal` or `closing`."),
    fiscalYear: { type: "integer", description: "Fiscal year of the entry." },
    number: text("Number of the entry, such as `JE-2026-000042`."),
    date: text("Date on which the entry counts."),
    memo: text("What the entry is about."),
    currency: text("Currency of the ledger."),
    total: number("Sum of the debits, which is that of the credits."),
    reversesId: nullable(text("ID of the entry that this one reverses; null for others.")),
    source: nullable({ type: "object", description: "Record of an app it was made from; null by hand." }),
  }),
  example: {
    entryId: "jen_01m853a43ngprk8bex8c3hyvvc",
    kind: "standard",
    fiscalYear: 2026,
    number: "JE-2026-000042",
    date: "2026-11-23",
    memo: "Rent for November",
    currency: "USD",
    total: 1200,
    reversesId: null,
    source: null,
  },
  events: {
    posted: { description: "A journal entry was posted." },
    reversed: {
      description: "A journal entry was reversed. The object is the reversal.",
      example: {
        kind: "reversal",
        number: "JE-2026-000043",
        memo: "Reversal of JE-2026-000042: Rent for November",
        reversesId: "jen_01m853a43ngprk8bex8c3hyvvc",
        entryId: "jen_01m853a96pw0fpw3sfdjfh09za",
      },
    },
  },
};

export const accountingPeriodEvents: EventFamily = {
  name: "accounting.period",
  object: ownObject("FiscalPeriodNews", "Month of a fiscal year.", {
    periodId: text("ID of the fiscal period."),
    currency: text("Currency of the ledger."),
    fiscalYear: { type: "integer", description: "Fiscal year of the period." },
    number: { type: "integer", description: "Place in the fiscal year, 1 to 12." },
    startDate: text("First day of the period."),
    endDate: text("Last day of the period."),
    status: text("Status after the change: `open` or `closed`."),
    reason: nullable(text("Why it was reopened; null for closings.")),
    entryId: nullable(text("ID of the entry that booked the year's result; null without one.")),
  }),
  example: {
    periodId: "fpd_01m853a43ngprk8bex8c3hyvvc_202610",
    currency: "USD",
    fiscalYear: 2026,
    number: 10,
    startDate: "2026-10-01",
    endDate: "2026-10-31",
    status: "closed",
    reason: null,
    entryId: null,
  },
  events: {
    closed: { description: "A fiscal period was closed." },
    reopened: {
      description: "A fiscal period was opened again.",
      example: { status: "open", reason: "A late invoice of a vendor" },
    },
  },
};

export const accountingBillEvents: EventFamily = {
  name: "accounting.bill",
  object: ownObject("VendorBillNews", "Bill of a vendor, without its lines.", {
    billId: text("ID of the bill."),
    vendorId: text("ID of the vendor."),
    number: nullable(text("The vendor's number of the bill; null without one.")),
    status: text("State: `draft`, `approved`, `partially_paid`, `paid` or `voided`."),
    date: text("Date of the bill."),
    dueDate: text("Day by which it is to be paid."),
    currency: text("Currency of the amounts."),
    total: number("Sum of the lines."),
    paid: number("Sum of the payments that count."),
    open: number("What is still owed."),
    entryId: nullable(text("ID of the journal entry of the approval; null before.")),
  }),
  example: {
    billId: "vbl_01m853a43ngprk8bex8c3hyvvc",
    vendorId: "ven_01m853a43ngprk8bex8c3hyvvd",
    number: "R-1042",
    status: "draft",
    date: "2026-11-01",
    dueDate: "2026-11-30",
    currency: "USD",
    total: 1200,
    paid: 0,
    open: 0,
    entryId: null,
  },
  events: {
    created: { description: "A vendor bill was added as a draft." },
    approved: {
      description: "A vendor bill was approved and posted.",
      example: { status: "approved", open: 1200, entryId: "jen_01m853a96pw0fpw3sfdjfh09za" },
    },
    paid: {
      description: "A payment on a vendor bill was booked, of all or a part.",
      example: { status: "partially_paid", paid: 500, open: 700, entryId: "jen_01m853a96pw0fpw3sfdjfh09za" },
    },
    voided: { description: "A vendor bill was voided.", example: { status: "voided" } },
    payment_voided: {
      description: "A payment on a vendor bill was voided.",
      example: { status: "approved", open: 1200, entryId: "jen_01m853a96pw0fpw3sfdjfh09za" },
    },
  },
};

export const accountingReconciliationEvents: EventFamily = {
  name: "accounting.reconciliation",
  object: ownObject("BankReconciliationNews", "Reconciliation of a bank statement.", {
    reconciliationId: text("ID of the reconciliation."),
    statementId: text("ID of the statement."),
    ledgerAccountId: text("ID of the ledger account."),
    through: text("Date through which every line is matched."),
    currency: text("Currency of the amounts."),
    openingBalance: number("Balance before the lines."),
    closingBalance: number("Balance after the lines."),
    reason: nullable(text("Why it was reopened; null while it is complete.")),
  }),
  example: {
    reconciliationId: "brc_01m853a43ngprk8bex8c3hyvvc",
    statementId: "bst_01m853a43ngprk8bex8c3hyvvd",
    ledgerAccountId: "lac_01m853a43ngprk8bex8c3hyvve",
    through: "2026-10-31",
    currency: "USD",
    openingBalance: 5000,
    closingBalance: 3800,
    reason: null,
  },
  events: {
    completed: { description: "A bank reconciliation was completed and locked." },
    reopened: {
      description: "A completed bank reconciliation was reopened.",
      example: { reason: "A line was matched with the wrong entry" },
    },
  },
};
