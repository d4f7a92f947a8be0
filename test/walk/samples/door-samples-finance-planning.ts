import type { TestApp } from "../../support/app.ts";
import {
  badMonth,
  call,
  fixed,
  month,
  newAccount,
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

export const financePlanningSamples: Record<string, Sample> = { ...budgets, ...goals };
