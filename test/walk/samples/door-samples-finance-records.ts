import {
  accountFacts,
  call,
  day,
  newAccount,
  newTransaction,
  overlong,
  withAccount,
  type Headers,
} from "./door-samples-finance.ts";
import { newFile } from "./door-samples-files.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const emptyAccount = async (app: TestApp, headers: Headers) => ({
  accountId: (await call(app, "POST", "/accounts", headers, { ...accountFacts, openingBalance: 0 })).id,
});

async function closedAccount(app: TestApp, headers: Headers) {
  const account = await emptyAccount(app, headers);
  await call(app, "POST", `/accounts/${account.accountId}/close`, headers, {});
  return account;
}

const badAccount = { input: { accountId: overlong }, paths: ["accountId"] };

export const financeAccountSamples: Record<string, Sample> = {
  UpdateAccount: {
    input: withAccount({ name: "Renamed", includeInNetWorth: false }),
    bad: {
      input: { accountId: overlong, name: " ", currency: "usd" },
      paths: ["accountId", "name", "currency"],
    },
    foreign: "NOT_FOUND",
  },
  CloseAccount: {
    input: async (app, headers) => ({
      ...(await newAccount(app, headers)),
      transferTo: (await newAccount(app, headers, "savings")).accountId,
    }),
    bad: badAccount,
    foreign: "NOT_FOUND",
  },
  ReopenAccount: { input: closedAccount, bad: badAccount, foreign: "NOT_FOUND" },
  DeleteFinanceAccount: { input: emptyAccount, bad: badAccount, foreign: "NOT_FOUND" },
  AdjustAccountBalance: {
    input: withAccount({ date: day, newBalance: 12, reason: "Counted" }),
    bad: {
      input: { accountId: overlong, date: day, newBalance: 1, reason: " " },
      paths: ["accountId", "reason"],
    },
    foreign: "NOT_FOUND",
  },
};

const newTransactionIds = async (app: TestApp, headers: Headers) => [
  (await newTransaction(app, headers)).transactionId,
];

/** Two transactions of opposite sign on two accounts. */
async function twoSides(app: TestApp, headers: Headers) {
  const facts = { ...(await newAccount(app, headers, "savings")), date: day, amount: 20, payee: "Sample" };
  return {
    transactionIdA: (await newTransaction(app, headers)).transactionId,
    transactionIdB: (await call(app, "POST", "/transactions", headers, facts)).id,
  };
}

/** A transaction and the same once more. */
async function twins(app: TestApp, headers: Headers) {
  const facts = { ...(await newAccount(app, headers)), date: day, amount: -20, payee: "Sample" };
  const book = async () => (await call(app, "POST", "/transactions", headers, facts)).id;
  return { keepId: await book(), dropIds: [await book()] };
}

async function newReceipt(app: TestApp, headers: Headers) {
  const { transactionId } = await newTransaction(app, headers);
  const path = `/transactions/${transactionId}/receipts`;
  const { id: receiptId } = await call(app, "POST", path, headers, await newFile(app, headers));
  return { transactionId, receiptId };
}

const badIds = { input: { transactionIds: [] }, paths: ["transactionIds"] };

export const financeCheckSamples: Record<string, Sample> = {
  MarkTransactionCleared: {
    input: async (app, headers) => ({
      transactionIds: await newTransactionIds(app, headers),
      cleared: false,
    }),
    bad: { ...badIds, input: { ...badIds.input, cleared: true } },
    foreign: "NOT_FOUND",
  },
  ReviewTransaction: {
    input: async (app, headers) => ({
      transactionIds: await newTransactionIds(app, headers),
      reviewed: true,
    }),
    bad: { ...badIds, input: { ...badIds.input, reviewed: true } },
    foreign: "NOT_FOUND",
  },
  MatchTransfer: {
    input: twoSides,
    bad: {
      input: { transactionIdA: overlong, transactionIdB: overlong },
      paths: ["transactionIdA", "transactionIdB"],
    },
    foreign: "NOT_FOUND",
  },
  UnmatchTransfer: {
    input: async (app, headers) => {
      const sides = await twoSides(app, headers);
      const { transferId } = await call(app, "POST", "/transfers/match", headers, sides);
      return { transferId };
    },
    bad: { input: { transferId: overlong }, paths: ["transferId"] },
    foreign: "NOT_FOUND",
  },
  FindDuplicateTransactions: {
    input: async (app, headers) => ({ ...(await newAccount(app, headers)), windowDays: 0 }),
    bad: { input: { accountId: overlong, windowDays: 15 }, paths: ["accountId", "windowDays"] },
    foreign: "NOT_FOUND",
  },
  MergeDuplicateTransactions: {
    input: twins,
    bad: { input: { keepId: overlong, dropIds: [] }, paths: ["keepId", "dropIds"] },
    foreign: "NOT_FOUND",
  },
  AttachTransactionReceipt: {
    input: async (app, headers) => ({
      ...(await newTransaction(app, headers)),
      ...(await newFile(app, headers)),
    }),
    bad: {
      input: { transactionId: overlong, fileId: overlong },
      paths: ["transactionId", "fileId"],
    },
    foreign: "NOT_FOUND",
  },
  ListTransactionReceipts: {
    input: newTransaction,
    bad: { input: { transactionId: overlong }, paths: ["transactionId"] },
    foreign: "NOT_FOUND",
  },
  GetTransactionReceiptFile: {
    input: newReceipt,
    bad: {
      input: { transactionId: overlong, receiptId: overlong },
      paths: ["transactionId", "receiptId"],
    },
    foreign: "NOT_FOUND",
  },
  RemoveTransactionReceipt: {
    input: newReceipt,
    bad: {
      input: { transactionId: overlong, receiptId: overlong },
      paths: ["transactionId", "receiptId"],
    },
    foreign: "NOT_FOUND",
  },
};
