import type { TestApp } from "../../support/app.ts";
import {
  badMonth,
  call,
  fixed,
  month,
  newAccount,
  newBill,
  newCategory,
  newGoal,
  ofBudget,
  overlong,
} from "./door-samples-finance.ts";
import type { Sample } from "./door-samples.ts";

const badBudget = { input: { budgetId: overlong }, paths: ["budgetId"] };

const budgets: Record<string, Sample> = {
  GetBudget: { input: ofBudget(() => ({})), bad: badBudget, foreign: "NOT_FOUND" },
  UpdateBudget: {
    input: ofBudget(({ to }) => ({ name: "Other", method: "tracking", categoryIds: [to] })),
    bad: {
      input: { budgetId: overlong, name: " ", categoryIds: [], version: 0 },
      paths: ["budgetId", "name", "categoryIds", "version"],
    },
    foreign: "NOT_FOUND",
  },
  DeleteBudget: { input: ofBudget(() => ({})), bad: badBudget, foreign: "NOT_FOUND" },
  CopyBudgetMonth: {
    input: ofBudget(() => ({ fromMonth: month, toMonth: "2019-06" })),
    bad: {
      input: { budgetId: overlong, fromMonth: "x", toMonth: "2019-13" },
      paths: ["budgetId", "fromMonth", "toMonth"],
    },
    foreign: "NOT_FOUND",
  },
  CoverOverspending: {
    input: ofBudget(({ from, to }) => ({ month, categoryId: to, fromCategoryId: from })),
    bad: {
      input: { ...badMonth.input, categoryId: "cat_x", fromCategoryId: overlong },
      paths: [...badMonth.paths, "fromCategoryId"],
    },
    foreign: "NOT_FOUND",
  },
  SuggestBudget: {
    input: fixed({ months: 2, method: "average" }),
    bad: { input: { months: 61 }, paths: ["months"] },
  },
};

type Headers = Record<string, string>;
const badGoal = { input: { goalId: overlong }, paths: ["goalId"] };

async function savedGoal(app: TestApp, headers: Headers) {
  const { goalId } = await newGoal(app, headers);
  await call(app, "POST", `/goals/${goalId}/contributions`, headers, { amount: 5 });
  return { goalId };
}

const goals: Record<string, Sample> = {
  GetGoal: { input: savedGoal, bad: badGoal, foreign: "NOT_FOUND" },
  UpdateGoal: {
    input: async (app, headers) => ({
      ...(await savedGoal(app, headers)),
      ...(await newAccount(app, headers)),
      name: "Other",
      targetAmount: 60,
      targetDate: null,
    }),
    bad: {
      input: { goalId: overlong, name: " ", targetAmount: 0, accountId: overlong, version: 0 },
      paths: ["goalId", "name", "targetAmount", "accountId", "version"],
    },
    foreign: "NOT_FOUND",
  },
  WithdrawFromGoal: {
    input: async (app, headers) => ({ ...(await savedGoal(app, headers)), amount: 2 }),
    bad: { input: { goalId: overlong, amount: 0 }, paths: ["goalId", "amount"] },
    foreign: "NOT_FOUND",
  },
  CloseGoal: {
    input: async (app, headers) => ({ ...(await savedGoal(app, headers)), outcome: "dropped" }),
    bad: { input: { goalId: overlong, outcome: "dropped" }, paths: ["goalId"] },
    foreign: "NOT_FOUND",
  },
  ProjectGoal: {
    input: async (app, headers) => ({ ...(await savedGoal(app, headers)), monthlyAmount: 5 }),
    bad: { input: { goalId: overlong, monthlyAmount: 0 }, paths: ["goalId", "monthlyAmount"] },
    foreign: "NOT_FOUND",
  },
};

const badBill = { input: { billId: overlong }, paths: ["billId"] };

const bills: Record<string, Sample> = {
  GetBill: { input: theBill, bad: badBill, foreign: "NOT_FOUND" },
  ListBills: { input: fixed({ status: "ended" }) },
  UpdateBill: {
    input: async (app, headers) => ({
      ...(await theBill(app, headers)),
      ...(await newAccount(app, headers)),
      ...(await newCategory(app, headers)),
      payee: "Other",
      amountMin: 4,
      amountMax: 6,
    }),
    bad: {
      input: { billId: overlong, payee: " ", amount: 0, accountId: overlong, version: 0 },
      paths: ["billId", "payee", "amount", "accountId", "version"],
    },
    foreign: "NOT_FOUND",
  },
  DeleteBill: { input: theBill, bad: badBill, foreign: "NOT_FOUND" },
  ListRecurringCharges: { input: fixed({}) },
};

async function theBill(app: TestApp, headers: Headers) {
  return { billId: (await newBill(app, headers)).billId };
}

const ruleFacts = {
  conditions: [{ field: "payee", operator: "is", value: "no such payee" }],
  actions: [{ set: "tag", value: "sample" }],
};

const newRule = async (app: TestApp, headers: Headers) => ({
  ruleId: (await call(app, "POST", "/rules", headers, { ...ruleFacts, order: 5 })).id,
});

const rules: Record<string, Sample> = {
  UpdateRule: {
    input: async (app, headers) => ({
      ...(await newRule(app, headers)),
      conditions: ruleFacts.conditions,
      stopOnMatch: true,
    }),
    bad: {
      input: {
        ruleId: overlong,
        conditions: [],
        actions: [{ set: "tag", value: " " }],
        order: -1,
        version: 0,
      },
      paths: ["ruleId", "conditions", "actions.0.value", "order", "version"],
    },
    foreign: "NOT_FOUND",
  },
  DeleteRule: {
    input: newRule,
    bad: { input: { ruleId: overlong }, paths: ["ruleId"] },
    foreign: "NOT_FOUND",
  },
  TestRule: {
    input: fixed({ ...ruleFacts, limit: 5 }),
    bad: {
      input: { conditions: [], actions: [{ set: "tag", value: " " }], limit: 0 },
      paths: ["conditions", "actions.0.value", "limit"],
    },
  },
};

const quarter = { from: "2019-01-01", to: "2019-03-31" };

const insight: Record<string, Sample> = {
  GetSpendingTrends: {
    input: async (app, headers) => ({ ...(await newCategory(app, headers)), months: 2 }),
    bad: { input: { categoryId: overlong, months: 0 }, paths: ["categoryId", "months"] },
    foreign: "NOT_FOUND",
  },
  GetIncomeSummary: { input: fixed(quarter) },
  ComparePeriods: {
    input: fixed({ periodA: quarter, periodB: { from: "2019-04-01", to: "2019-06-30" }, by: "payee" }),
  },
  GetTopMerchants: {
    input: fixed({ ...quarter, limit: 3 }),
    bad: { input: { ...quarter, limit: 101 }, paths: ["limit"] },
  },
  GetSavingsRate: { input: fixed(quarter) },
  GetRunway: { input: fixed({ months: 2 }), bad: { input: { months: 61 }, paths: ["months"] } },
  DetectUnusualSpending: { input: fixed({ ...quarter, sensitivity: "high" }) },
  GetFinancialSummary: {
    input: fixed({ month }),
    bad: { input: { month: "2019-13" }, paths: ["month"] },
  },
};

export const financePlanningSamples: Record<string, Sample> = {
  ...budgets,
  ...goals,
  ...bills,
  ...rules,
  ...insight,
};
