/** Budgets by month, in minor units. Months are `YYYY-MM`; spending is negative activity. */

export type Rollover = "carry_negative" | "reset";

/** The input for a budget's months. */
export interface BudgetFacts {
  method: "envelope" | "tracking";
  firstMonth: string;
  categoryIds: readonly string[];
  amountOf(categoryId: string, month: string): number;
  /** What came in (positive) and went out under a category of the budget. */
  activityOf(categoryId: string, month: string): number;
  incomeOf(month: string): number;
  rolloverOf(categoryId: string, month: string): Rollover;
  /** Income that is kept for the next month. */
  heldIn(month: string): number;
}

export interface CategoryMonth {
  categoryId: string;
  /** From the month before. */
  carried: number;
  budgeted: number;
  activity: number;
  balance: number;
}

export interface BudgetMonthFacts {
  month: string;
  income: number;
  held: number;
  budgeted: number;
  /** Amount still to assign to categories; negative when more was assigned than available. */
  toBudget: number;
  categories: CategoryMonth[];
}

/**
 * A month of a budget, computed from its first one. Envelope: the remainder of a category carries over to the next
 * month; overspending carries over too under `carry_negative`, and otherwise reduces the amount to budget in the next
 * month. Tracking: each month is independent.
 */
export function budgetMonth(facts: BudgetFacts, month: string): BudgetMonthFacts {
  if (facts.method === "tracking") return emptyBefore(facts, month);
  let found = emptyBefore(facts, facts.firstMonth < month ? facts.firstMonth : month);
  for (let next = nextMonth(found.month); next <= month; next = nextMonth(next))
    found = monthAfter(facts, next, found);
  return found;
}

function monthAfter(facts: BudgetFacts, month: string, before: BudgetMonthFacts): BudgetMonthFacts {
  let overspent = 0;
  const carried = new Map(
    before.categories.map(({ categoryId, balance }): [string, number] => {
      const isCarried = balance >= 0 || facts.rolloverOf(categoryId, before.month) === "carry_negative";
      if (!isCarried) overspent -= balance;
      return [categoryId, isCarried ? balance : 0];
    }),
  );
  return monthOf(facts, month, {
    carriedOf: (categoryId) => carried.get(categoryId) ?? 0,
    left: before.toBudget - overspent + before.held,
  });
}

function emptyBefore(facts: BudgetFacts, month: string): BudgetMonthFacts {
  return monthOf(facts, month, { carriedOf: () => 0, left: 0 });
}

function monthOf(
  facts: BudgetFacts,
  month: string,
  { carriedOf, left }: { carriedOf: (categoryId: string) => number; left: number },
): BudgetMonthFacts {
  const categories = facts.categoryIds.map((categoryId) => {
    const [carried, budgeted] = [carriedOf(categoryId), facts.amountOf(categoryId, month)];
    const activity = facts.activityOf(categoryId, month);
    return { categoryId, carried, budgeted, activity, balance: carried + budgeted + activity };
  });
  const budgeted = categories.reduce((sum, category) => sum + category.budgeted, 0);
  const [income, held] = [facts.incomeOf(month), facts.heldIn(month)];
  return { month, income, held, budgeted, toBudget: left + income - budgeted - held, categories };
}

export function nextMonth(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
