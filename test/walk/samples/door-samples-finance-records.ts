import { newId } from "../../../src/ids.ts";
import {
  accountFacts,
  call,
  day,
  newAccount,
  newCategory,
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

const newGroup = async (app: TestApp, headers: Headers) => ({
  groupId: (await call(app, "POST", "/category-groups", headers, { name: newId("cgr") })).id,
});

async function newPayee(app: TestApp, headers: Headers) {
  const facts = { ...(await newAccount(app, headers)), date: day, amount: -20, payee: newId("pye") };
  await call(app, "POST", "/transactions", headers, facts);
  const { payees } = await call(app, "GET", `/payees?query=${facts.payee}`, headers);
  return { payeeId: (payees as unknown as { id: string }[])[0]!.id };
}

const newTag = async (app: TestApp, headers: Headers) => ({
  tagId: (await call(app, "POST", "/tags", headers, { name: newId("tag") })).id,
});

const badPayee = { input: { payeeId: overlong }, paths: ["payeeId"] };

export const financeLabelSamples: Record<string, Sample> = {
  ListPayees: {
    input: () => Promise.resolve({ query: "no such payee" }),
    bad: { input: { query: "x".repeat(201), limit: 0 }, paths: ["query", "limit"] },
  },
  GetPayee: { input: newPayee, bad: badPayee, foreign: "NOT_FOUND" },
  RenamePayee: {
    input: async (app, headers) => ({ ...(await newPayee(app, headers)), name: newId("pye") }),
    bad: { input: { payeeId: overlong, name: " " }, paths: ["payeeId", "name"] },
    foreign: "NOT_FOUND",
  },
  MergePayees: {
    input: async (app, headers) => ({
      sourceIds: [(await newPayee(app, headers)).payeeId],
      targetId: (await newPayee(app, headers)).payeeId,
    }),
    bad: { input: { sourceIds: [], targetId: overlong }, paths: ["sourceIds", "targetId"] },
    foreign: "NOT_FOUND",
  },
  SetPayeeDefaultCategory: {
    input: async (app, headers) => ({
      ...(await newPayee(app, headers)),
      ...(await newCategory(app, headers)),
    }),
    bad: badPayee,
    foreign: "NOT_FOUND",
  },
  CreateTag: {
    input: () => Promise.resolve({ name: newId("tag"), color: "#0b5394" }),
    bad: { input: { name: " ", color: "blue" }, paths: ["name", "color"] },
  },
  ListTags: { input: () => Promise.resolve({}) },
  TagTransactions: {
    input: async (app, headers) => ({
      transactionIds: await newTransactionIds(app, headers),
      add: ["sample"],
      remove: ["other"],
    }),
    bad: badIds,
    foreign: "NOT_FOUND",
  },
  DeleteTag: {
    input: newTag,
    bad: { input: { tagId: overlong }, paths: ["tagId"] },
    foreign: "NOT_FOUND",
  },
  UpdateCategory: {
    input: async (app, headers) => ({
      ...(await newCategory(app, headers)),
      ...(await newGroup(app, headers)),
      name: newId("cat"),
    }),
    bad: {
      input: { categoryId: overlong, name: " ", taxLine: "x".repeat(101) },
      paths: ["categoryId", "name", "taxLine"],
    },
    foreign: "NOT_FOUND",
  },
  ArchiveCategory: {
    input: async (app, headers) => ({
      ...(await newCategory(app, headers)),
      moveTo: (await newCategory(app, headers)).categoryId,
    }),
    bad: { input: { categoryId: overlong, moveTo: overlong }, paths: ["categoryId", "moveTo"] },
    foreign: "NOT_FOUND",
  },
  MergeCategories: {
    input: async (app, headers) => ({
      sourceId: (await newCategory(app, headers)).categoryId,
      targetId: (await newCategory(app, headers)).categoryId,
    }),
    bad: { input: { sourceId: overlong, targetId: overlong }, paths: ["sourceId", "targetId"] },
    foreign: "NOT_FOUND",
  },
  ListCategoryGroups: { input: () => Promise.resolve({}) },
  UpdateCategoryGroup: {
    input: async (app, headers) => ({ ...(await newGroup(app, headers)), name: newId("cgr"), order: 3 }),
    bad: { input: { groupId: overlong, name: " ", order: -1 }, paths: ["groupId", "name", "order"] },
    foreign: "NOT_FOUND",
  },
};

/** The change that made the latest transaction. */
async function newChange(app: TestApp, headers: Headers) {
  const { transactionId } = await newTransaction(app, headers);
  const { changes } = (await call(app, "GET", `/changes?objectId=${transactionId}`, headers)) as unknown as {
    changes: { id: string }[];
  };
  return { changeId: changes[0]!.id };
}

export const financeExportSamples: Record<string, Sample> = {
  ListFinanceChanges: {
    input: async (app, headers) => ({ objectId: (await newTransaction(app, headers)).transactionId }),
    bad: { input: { objectId: overlong, limit: 0 }, paths: ["objectId", "limit"] },
  },
  UndoFinanceChange: {
    input: newChange,
    bad: { input: { changeId: overlong }, paths: ["changeId"] },
    foreign: "NOT_FOUND",
  },
  ListImportBatches: {
    input: (app, headers) => newAccount(app, headers),
    bad: { input: { accountId: overlong, limit: 0 }, paths: ["accountId", "limit"] },
  },
  SaveImportMapping: {
    input: withAccount({ name: "Sample", mapping: { amount: "Value", dateFormat: "dmy" } }),
    bad: {
      input: { accountId: overlong, name: " ", mapping: { amount: "x".repeat(101) } },
      paths: ["accountId", "name", "mapping.amount"],
    },
    foreign: "NOT_FOUND",
  },
  ListImportMappings: {
    input: (app, headers) => newAccount(app, headers),
    bad: badAccount,
    foreign: "NOT_FOUND",
  },
  ExportTransactions: {
    input: withAccount({ format: "ofx", from: day, to: day }),
    bad: { input: { format: "csv", tag: overlong, accountId: overlong }, paths: ["tag", "accountId"] },
    foreign: "NOT_FOUND",
  },
};
