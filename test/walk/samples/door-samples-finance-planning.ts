import { badMonth, fixed, month, ofBudget, overlong } from "./door-samples-finance.ts";
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

export const financePlanningSamples: Record<string, Sample> = { ...budgets };
