import { graphObject, type EventFamily } from "./event-family.ts";

export const financeAlertEvents: EventFamily = {
  name: "finance.alert",
  object: graphObject("FinanceAlertEvent"),
  example: {
    id: "ale_01m853a43ngprk8bex8c3hyvvc",
    alertId: "alr_01m853a96pw0fpw3sfdjfh09za",
    kind: "low_balance",
    channel: "webhook",
    subjectId: "acc_01m853hgqazpj9qanvx0wzp26c",
    message: "Everyday checking has $40.00, less than $100.00.",
    amount: 40,
    currency: "USD",
    date: "2026-11-23",
    createdAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    fired: { description: "A finance alert fired whose channel is the webhook. Sent once per crossing." },
  },
};

/** Imports of statements. */
export const financeImportEvents: EventFamily = {
  name: "finance.import",
  object: graphObject("ImportBatch"),
  example: {
    id: "imp_01m853a43ngprk8bex8c3hyvvc",
    accountId: "acc_01m853hgqazpj9qanvx0wzp26c",
    format: "csv",
    status: "applied",
    added: 41,
    settled: 2,
    duplicates: 7,
    rejected: 1,
    errors: [{ row: 12, message: "The date is not valid." }],
    createdAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    applied: { description: "A statement was imported." },
    undone: { description: "An import was undone.", example: { status: "undone" } },
  },
};

export const financeBankLinkEvents: EventFamily = {
  name: "finance.bank_link",
  object: graphObject("BankLinkSync"),
  example: {
    linkId: "conn_01m853a96pw0fpw3sfdjfh09za",
    synced: true,
    accountIds: ["acc_01m853hgqazpj9qanvx0wzp26c"],
    added: 12,
    updated: 3,
    removed: 1,
  },
  events: {
    synced: { description: "Transactions of a bank connection were booked." },
  },
};

export const financeAccountEvents: EventFamily = {
  name: "finance.account",
  object: graphObject("Reconciliation"),
  example: {
    accountId: "acc_01m853hgqazpj9qanvx0wzp26c",
    statementDate: "2026-10-31",
    statementBalance: 1_240.5,
    clearedBalance: 1_240.5,
    difference: 0,
    reconciled: 23,
  },
  events: {
    reconciled: { description: "An account was reconciled with a statement." },
  },
};

export const financeGoalEvents: EventFamily = {
  name: "finance.goal",
  object: graphObject("Goal"),
  example: {
    id: "gol_01m853a43ngprk8bex8c3hyvvc",
    name: "New roof",
    targetAmount: 8_000,
    targetDate: "2027-06-30",
    accountId: "acc_01m853hgqazpj9qanvx0wzp26c",
    currency: "USD",
    saved: 8_000,
    remaining: 0,
    percent: 100,
    status: "reached",
    closedOn: null,
    version: 9,
  },
  events: {
    reached: { description: "The target of a savings goal is saved." },
    closed: {
      description: "A savings goal was closed as reached or dropped.",
      example: { closedOn: "2026-11-23" },
    },
  },
};

export const financeBillEvents: EventFamily = {
  name: "finance.bill",
  object: graphObject("BillOccurrence"),
  example: {
    billId: "bil_01m853a43ngprk8bex8c3hyvvc",
    date: "2026-11-25",
    status: "paid",
    transactionId: "trn_01m853a96pw0fpw3sfdjfh09za",
  },
  events: {
    paid: { description: "A due date of a bill was marked as paid." },
    skipped: {
      description: "A due date of a bill was skipped.",
      example: { status: "skipped", transactionId: null },
    },
  },
};

export const financeTradeEvents: EventFamily = {
  name: "finance.trade",
  object: graphObject("Trade"),
  example: {
    id: "trd_01m853a43ngprk8bex8c3hyvvc",
    accountId: "acc_01m853hgqazpj9qanvx0wzp26c",
    securityId: "sec_01m853a96pw0fpw3sfdjfh09za",
    side: "buy",
    date: "2026-11-20",
    quantity: 12,
    price: 101.25,
    fees: 1,
    amount: 1_216,
    currency: "USD",
    transactionId: "trn_01m853a9d2k8c0n6v4x1q7r5t3",
  },
  events: {
    recorded: { description: "A purchase, sale or dividend was recorded." },
  },
};

/** Undone changes. */
export const financeChangeEvents: EventFamily = {
  name: "finance.change",
  object: graphObject("FinanceChange"),
  example: {
    id: "fch_01m853a9d2k8c0n6v4x1q7r5t3",
    operation: "undoFinanceChange",
    createdAt: "2026-11-23T09:35:00.000Z",
    undoesId: "fch_01m853a43ngprk8bex8c3hyvvc",
    undoneById: null,
    objectCount: 1,
    objects: [
      { kind: "transaction", id: "trn_01m853a96pw0fpw3sfdjfh09za", action: "updated", fields: ["amount"] },
    ],
  },
  events: {
    undone: { description: "A change of personal finances was undone. The object is the undo." },
  },
};
