import { newId } from "../../src/ids.ts";
import type { TestApp } from "../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;
type Input = Record<string, unknown>;

const fixed = (input: Input) => () => Promise.resolve(input);
const overlong = "x".repeat(80);
/** Far back, so that figures of other times do not see it. */
const day = "2019-05-05";

async function call(app: TestApp, method: string, path: string, headers: Headers, body?: unknown) {
  const answer = await app.send(method, `/finance${path}`, { "x-app-id": "finance", ...headers }, body);
  // The shape is that of each route.
  return answer.body as Record<string, never> & { id: string };
}

const accountFacts = { name: "Sample", kind: "checking", currency: "USD", openingBalance: 10, openedOn: day };

const newAccount = async (app: TestApp, headers: Headers, kind = "checking") => ({
  accountId: (await call(app, "POST", "/accounts", headers, { ...accountFacts, kind })).id,
});

const newCategory = async (app: TestApp, headers: Headers) => ({
  categoryId: (await call(app, "POST", "/categories", headers, { name: newId("cat"), kind: "expense" })).id,
});

async function newTransaction(app: TestApp, headers: Headers) {
  const facts = { ...(await newAccount(app, headers)), date: day, amount: -20, payee: "Sample" };
  return { transactionId: (await call(app, "POST", "/transactions", headers, facts)).id };
}

const withAccount = (more: Input) => async (app: TestApp, headers: Headers) => ({
  ...(await newAccount(app, headers)),
  ...more,
});

const withTransaction = (more: Input) => async (app: TestApp, headers: Headers) => ({
  ...(await newTransaction(app, headers)),
  ...more,
});

const badTransaction = { input: { transactionId: overlong }, paths: ["transactionId"] };
const span = { from: "2019-01-01", to: "2019-03-31" };

const accounts: Record<string, Sample> = {
  CreateAccount: {
    input: fixed(accountFacts),
    bad: { input: { ...accountFacts, name: " ", currency: "usd" }, paths: ["name", "currency"] },
  },
  GetAccount: {
    input: (app, headers) => newAccount(app, headers),
    bad: { input: { accountId: overlong }, paths: ["accountId"] },
    foreign: "NOT_FOUND",
  },
  ListAccounts: {
    input: fixed({ kind: "vehicle" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  GetAccountBalanceHistory: {
    input: withAccount({ ...span, step: "week" }),
    bad: { input: { accountId: overlong, ...span }, paths: ["accountId"] },
    foreign: "NOT_FOUND",
  },
  ReconcileAccount: {
    input: withAccount({ statementDate: day, statementBalance: 10 }),
    bad: {
      input: { accountId: overlong, statementDate: day, statementBalance: 1 },
      paths: ["accountId"],
    },
    foreign: "NOT_FOUND",
  },
  SetExchangeRate: {
    input: fixed({ date: day, base: "CHF", quote: "USD", rate: 1.01 }),
    bad: { input: { date: day, base: "chf", quote: "USD", rate: 0 }, paths: ["base", "rate"] },
  },
};

const transactions: Record<string, Sample> = {
  AddTransaction: {
    input: withAccount({ date: day, amount: -1.5, payee: "Sample", tags: ["a"] }),
    bad: {
      input: { accountId: overlong, date: day, amount: -1, payee: " " },
      paths: ["accountId", "payee"],
    },
    foreign: "NOT_FOUND",
  },
  GetTransaction: { input: newTransaction, bad: badTransaction, foreign: "NOT_FOUND" },
  ListTransactions: {
    input: withAccount({ ...span, uncategorized: true }),
    bad: { input: { limit: 101, tag: overlong }, paths: ["limit", "tag"] },
  },
  SearchTransactions: {
    input: fixed({ query: "no such thing" }),
    bad: { input: { query: " " }, paths: ["query"] },
  },
  UpdateTransaction: {
    input: withTransaction({ notes: "Sample", status: "pending" }),
    bad: { input: { transactionId: overlong, payee: " " }, paths: ["transactionId", "payee"] },
    foreign: "NOT_FOUND",
  },
  SplitTransaction: {
    input: async (app, headers) => ({
      ...(await newTransaction(app, headers)),
      splits: [
        { ...(await newCategory(app, headers)), amount: -15 },
        { ...(await newCategory(app, headers)), amount: -5 },
      ],
    }),
    bad: {
      input: { transactionId: overlong, splits: [{ categoryId: "cat_x", amount: 1 }] },
      paths: ["transactionId", "splits"],
    },
    foreign: "NOT_FOUND",
  },
  UnsplitTransaction: { input: newTransaction, bad: badTransaction, foreign: "NOT_FOUND" },
  BulkCategorize: {
    input: async (app, headers) => ({
      ...(await newCategory(app, headers)),
      transactionIds: [(await newTransaction(app, headers)).transactionId],
    }),
    bad: { input: { transactionIds: [], categoryId: overlong }, paths: ["transactionIds", "categoryId"] },
    foreign: "NOT_FOUND",
  },
  DeleteTransaction: { input: newTransaction, bad: badTransaction, foreign: "NOT_FOUND" },
  AddTransfer: {
    input: async (app, headers) => ({
      fromAccountId: (await newAccount(app, headers)).accountId,
      toAccountId: (await newAccount(app, headers, "savings")).accountId,
      date: day,
      amount: 3,
      fee: 1,
    }),
    bad: {
      input: { fromAccountId: overlong, toAccountId: "acc_x", date: day, amount: 0 },
      paths: ["fromAccountId", "amount"],
    },
    foreign: "NOT_FOUND",
  },
};

const categories: Record<string, Sample> = {
  CreateCategory: {
    input: async () => ({ name: newId("cat"), kind: "income" }),
    bad: { input: { name: " ", kind: "income", taxLine: "x".repeat(101) }, paths: ["name", "taxLine"] },
  },
  ListCategories: { input: fixed({ kind: "income", status: "archived" }) },
  CreateCategoryGroup: {
    input: async () => ({ name: newId("cgr") }),
    bad: { input: { name: " " }, paths: ["name"] },
  },
  CreateRule: {
    input: fixed({
      conditions: [{ field: "payee", operator: "is", value: "no such payee" }],
      actions: [{ set: "tag", value: "sample" }],
      order: 5,
    }),
    bad: {
      input: { conditions: [], actions: [{ set: "tag", value: " " }], order: -1 },
      paths: ["conditions", "actions.0.value", "order"],
    },
  },
  ListRules: { input: fixed({}) },
  ApplyRules: { input: fixed(span) },
};

const reports: Record<string, Sample> = {
  GetNetWorth: {
    input: fixed({ asOf: "2019-01-01", currency: "USD" }),
    bad: { input: { currency: "usd" }, paths: ["currency"] },
  },
  GetNetWorthHistory: {
    input: fixed({ ...span, currency: "USD" }),
    bad: { input: { ...span, currency: "usd" }, paths: ["currency"] },
  },
  AnalyzeCashflow: { input: fixed({ ...span, groupBy: "week" }) },
  GetSpendingByCategory: { input: fixed(span) },
  ProjectTaxes: {
    input: fixed({ year: 2026, filingStatus: "head", income: { wages: 85_000 }, dependents: 1 }),
    bad: {
      input: { year: 1, filingStatus: "head", income: { wages: -1 }, dependents: 21 },
      paths: ["year", "income.wages", "dependents"],
    },
  },
};

export const financeSamples: Record<string, Sample> = {
  ...accounts,
  ...transactions,
  ...categories,
  ...reports,
};
