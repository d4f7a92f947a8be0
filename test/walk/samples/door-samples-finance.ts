import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { theConnection } from "./door-samples-banking.ts";
import type { Sample } from "./door-samples.ts";

export type Headers = Record<string, string>;
type Input = Record<string, unknown>;

export const fixed = (input: Input) => () => Promise.resolve(input);
export const overlong = "x".repeat(80);
/** Far back, so that figures of other times do not see it. */
export const day = "2019-05-05";

export async function call(app: TestApp, method: string, path: string, headers: Headers, body?: unknown) {
  const answer = await app.send(method, `/finance${path}`, { "x-app-id": "finance", ...headers }, body);
  // The shape is that of each route.
  return answer.body as Record<string, never> & { id: string };
}

export const accountFacts = {
  name: "Sample",
  kind: "checking",
  currency: "USD",
  openingBalance: 10,
  openedOn: day,
};

export const newAccount = async (app: TestApp, headers: Headers, kind = "checking") => ({
  accountId: (await call(app, "POST", "/accounts", headers, { ...accountFacts, kind })).id,
});

export const newCategory = async (app: TestApp, headers: Headers) => ({
  categoryId: (await call(app, "POST", "/categories", headers, { name: newId("cat"), kind: "expense" })).id,
});

export async function newTransaction(app: TestApp, headers: Headers) {
  const facts = { ...(await newAccount(app, headers)), date: day, amount: -20, payee: "Sample" };
  return { transactionId: (await call(app, "POST", "/transactions", headers, facts)).id };
}

export const withAccount = (more: Input) => async (app: TestApp, headers: Headers) => ({
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
    input: async (app, headers) => ({
      name: newId("cat"),
      kind: "income",
      groupId: (await call(app, "POST", "/category-groups", headers, { name: newId("cgr") })).id,
    }),
    bad: { input: { name: " ", kind: "income", taxLine: "x".repeat(101) }, paths: ["name", "taxLine"] },
    foreign: "NOT_FOUND",
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

const statement = { format: "csv", content: "date,payee,amount\n2019-05-06,Sample,-2.50\nnever,Sample,1\n" };

const imports: Record<string, Sample> = {
  PreviewImport: {
    input: withAccount(statement),
    bad: { input: { accountId: overlong, format: "csv", content: " " }, paths: ["accountId", "content"] },
    foreign: "NOT_FOUND",
  },
  ImportTransactions: {
    input: withAccount(statement),
    bad: { input: { accountId: overlong, format: "csv", content: " " }, paths: ["accountId", "content"] },
    foreign: "NOT_FOUND",
  },
  UndoImport: {
    input: async (app, headers) => {
      const wanted = { ...(await newAccount(app, headers)), ...statement };
      return { batchId: (await call(app, "POST", "/imports", headers, wanted)).id };
    },
    bad: { input: { batchId: overlong }, paths: ["batchId"] },
    foreign: "NOT_FOUND",
  },
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
  GetSpendingByCategory: {
    input: async (app, headers) => ({
      ...span,
      accountIds: [(await newAccount(app, headers)).accountId],
    }),
  },
  ProjectTaxes: {
    input: fixed({ year: 2026, filingStatus: "head", income: { wages: 85_000 }, dependents: 1 }),
    bad: {
      input: { year: 1, filingStatus: "head", income: { wages: -1 }, dependents: 21 },
      paths: ["year", "income.wages", "dependents"],
    },
  },
};

export const month = "2019-05";

async function newBudget(app: TestApp, headers: Headers) {
  const [first, second] = [await newCategory(app, headers), await newCategory(app, headers)];
  const { id: budgetId } = await call(app, "POST", "/budgets", headers, {
    name: "Sample",
    currency: "USD",
    method: "envelope",
    categoryIds: [first.categoryId, second.categoryId],
    amounts: [{ ...first, amount: 30 }],
    firstMonth: month,
  });
  return { budgetId, from: first.categoryId, to: second.categoryId };
}

export const ofBudget =
  (more: (budget: { from: string; to: string }) => Input) => async (app: TestApp, headers: Headers) => {
    const { budgetId, ...rest } = await newBudget(app, headers);
    return { budgetId, ...more(rest) };
  };

export const badMonth = { input: { budgetId: overlong, month: "2019-13" }, paths: ["budgetId", "month"] };

export async function newGoal(app: TestApp, headers: Headers) {
  const facts = { ...(await newAccount(app, headers)), name: "Sample", targetAmount: 50 };
  return { goalId: (await call(app, "POST", "/goals", headers, facts)).id };
}

const links: Record<string, Sample> = {
  SyncBankLink: {
    // Synced once before, so that each door finds the same: nothing new.
    input: async (app, headers) => {
      const { connectionId: linkId } = await theConnection(app, headers);
      await call(app, "POST", `/bank-links/${linkId}/sync`, headers, {});
      return { linkId };
    },
    bad: { input: { linkId: overlong, daysBack: 0 }, paths: ["linkId", "daysBack"] },
    foreign: "CONNECTION_NOT_FOUND",
    as: "eve",
  },
};

const budgets: Record<string, Sample> = {
  CreateBudget: {
    input: async (app, headers) => ({
      name: "Sample",
      currency: "USD",
      method: "tracking",
      categoryIds: [(await newCategory(app, headers)).categoryId],
      firstMonth: month,
    }),
    bad: {
      input: { name: " ", currency: "x", method: "tracking", firstMonth: "x" },
      paths: ["name", "currency", "firstMonth"],
    },
    foreign: "NOT_FOUND",
  },
  ListBudgets: { input: fixed({}) },
  GetBudgetMonth: { input: ofBudget(() => ({ month })), bad: badMonth, foreign: "NOT_FOUND" },
  GetBudgetProgress: { input: ofBudget(() => ({ month })), bad: badMonth, foreign: "NOT_FOUND" },
  SetBudgetAmount: {
    input: ofBudget(({ to }) => ({ month, categoryId: to, amount: 5 })),
    bad: {
      input: { budgetId: overlong, month: "x", categoryId: "cat_x", amount: -1 },
      paths: ["budgetId", "month", "amount"],
    },
    foreign: "NOT_FOUND",
  },
  MoveBudgetMoney: {
    input: ofBudget(({ from, to }) => ({ month, fromCategoryId: from, toCategoryId: to, amount: 5 })),
    bad: {
      input: { budgetId: "bud_x", month, fromCategoryId: overlong, toCategoryId: "cat_x", amount: 0 },
      paths: ["fromCategoryId", "amount"],
    },
    foreign: "NOT_FOUND",
  },
  SetCategoryRollover: {
    input: ofBudget(({ from }) => ({ categoryId: from, mode: "carry_negative", fromMonth: month })),
    bad: {
      input: { budgetId: "bud_x", categoryId: overlong, mode: "reset", fromMonth: "x" },
      paths: ["categoryId", "fromMonth"],
    },
    foreign: "NOT_FOUND",
  },
  HoldForNextMonth: {
    input: ofBudget(() => ({ month, amount: 5 })),
    bad: { input: { budgetId: "bud_x", month: "x", amount: -1 }, paths: ["month", "amount"] },
    foreign: "NOT_FOUND",
  },
  CreateGoal: {
    input: withAccount({ name: "Sample", targetAmount: 50 }),
    bad: { input: { name: " ", targetAmount: 0 }, paths: ["name", "targetAmount"] },
    foreign: "NOT_FOUND",
  },
  ListGoals: { input: fixed({ status: "dropped" }) },
  ContributeToGoal: {
    input: async (app, headers) => ({ ...(await newGoal(app, headers)), amount: 5 }),
    bad: { input: { goalId: overlong, amount: 0 }, paths: ["goalId", "amount"] },
    foreign: "NOT_FOUND",
  },
};

/** Its last day is long over, so that nothing of it is due. */
const billFacts = { payee: "Sample", amount: 5, rrule: "FREQ=MONTHLY;COUNT=3", startsOn: day };

export async function newBill(app: TestApp, headers: Headers) {
  const facts = { ...(await newAccount(app, headers)), ...billFacts };
  return { billId: (await call(app, "POST", "/bills", headers, facts)).id, occurrenceDate: day };
}

const bills: Record<string, Sample> = {
  CreateBill: {
    input: withAccount(billFacts),
    bad: {
      input: { ...billFacts, accountId: overlong, payee: " ", amount: 0 },
      paths: ["accountId", "payee", "amount"],
    },
    foreign: "NOT_FOUND",
  },
  ListUpcomingBills: { input: fixed({ days: 7 }), bad: { input: { days: 0 }, paths: ["days"] } },
  MarkBillPaid: {
    input: async (app, headers) => ({
      ...(await newBill(app, headers)),
      ...(await newTransaction(app, headers)),
    }),
    bad: { input: { billId: overlong, occurrenceDate: day }, paths: ["billId"] },
    foreign: "NOT_FOUND",
  },
  SkipBill: {
    input: newBill,
    bad: { input: { billId: overlong, occurrenceDate: day }, paths: ["billId"] },
    foreign: "NOT_FOUND",
  },
  DetectRecurring: { input: fixed({ months: 1 }), bad: { input: { months: 61 }, paths: ["months"] } },
};

const loanFacts = { name: "Sample", principal: 1_000, annualRate: 5, termMonths: 12, startDate: day };
const newSymbol = () => newId("sym").replace("_", "-");
const newSecurity = async (app: TestApp, headers: Headers) => {
  const symbol = newSymbol();
  const facts = { symbol, name: "Sample", kind: "stock", currency: "USD" };
  return { securityId: (await call(app, "POST", "/securities", headers, facts)).id };
};

const wealth: Record<string, Sample> = {
  AddLoan: {
    input: fixed({ ...loanFacts, currency: "USD" }),
    bad: {
      input: { ...loanFacts, name: " ", termMonths: 0, annualRate: 101 },
      paths: ["name", "termMonths", "annualRate"],
    },
  },
  GetLoanSchedule: {
    input: async (app, headers) => ({
      loanId: (await call(app, "POST", "/loans", headers, loanFacts)).id,
      extraMonthly: 10,
    }),
    bad: { input: { loanId: overlong, extraMonthly: -1 }, paths: ["loanId", "extraMonthly"] },
    foreign: "NOT_FOUND",
  },
  AddSecurity: {
    input: () => Promise.resolve({ symbol: newSymbol(), name: "Sample", kind: "bond", currency: "USD" }),
    bad: {
      input: { symbol: "a b", name: " ", kind: "bond", currency: "x" },
      paths: ["symbol", "name", "currency"],
    },
  },
  RecordTrade: {
    input: async (app, headers) => ({
      ...(await newAccount(app, headers, "investment")),
      ...(await newSecurity(app, headers)),
      side: "buy",
      date: day,
      quantity: 1.5,
      price: 10,
    }),
    bad: {
      input: { accountId: overlong, securityId: "sec_x", side: "buy", date: day, quantity: 0, price: -1 },
      paths: ["accountId", "quantity", "price"],
    },
    foreign: "NOT_FOUND",
  },
  SetSecurityPrice: {
    input: async (app, headers) => ({ ...(await newSecurity(app, headers)), date: day, price: 3.25 }),
    bad: { input: { securityId: overlong, date: day, price: -1 }, paths: ["securityId", "price"] },
    foreign: "NOT_FOUND",
  },
  ListHoldings: {
    input: async (app, headers) => ({ ...(await newAccount(app, headers, "investment")), asOf: day }),
    bad: { input: { accountId: overlong }, paths: ["accountId"] },
  },
  ForecastCashflow: {
    input: async (app, headers) => ({ days: 3, accountIds: [(await newAccount(app, headers)).accountId] }),
    bad: { input: { days: 0 }, paths: ["days"] },
  },
  GetPortfolioPerformance: {
    input: async (app, headers) => ({ ...span, ...(await newAccount(app, headers, "investment")) }),
    bad: { input: { ...span, accountId: overlong }, paths: ["accountId"] },
  },
};

export const financeSamples: Record<string, Sample> = {
  ...accounts,
  ...transactions,
  ...categories,
  ...imports,
  ...links,
  ...budgets,
  ...bills,
  ...wealth,
  ...reports,
};
