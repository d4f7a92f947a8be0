import { recordRows, recordSteps } from "./finance-records.content.ts";
import { dayAfter, step, type ContentStep, type DemoContent } from "./content-step.ts";

/** What happens in each month, on its day: payee, amount, category. */
const monthly: readonly [day: number, payee: string, amount: number, categoryId: string][] = [
  [1, "Evergreen Workshop", 4_250, "cat_demo_salary"],
  [2, "Maple Apartments", -1_450, "cat_demo_rent"],
  [9, "City Market", -212.4, "cat_demo_1"],
  [16, "City Power", -96.35, "cat_demo_utilities"],
  [23, "Corner Grocer", -148.9, "cat_demo_1"],
];

const account = (now: Date, name: string, facts: object) =>
  step(name, "createAccount", {
    currency: "USD",
    openedOn: dayAfter(now, -400),
    openingBalance: 0,
    ...facts,
  });
const category = (name: string, title: string, kind = "expense") =>
  step(name, "createCategory", { name: title, kind });

/** A year of a household: accounts, transactions of each month, a budget, bills, a loan, investments. */
export function financeContent(ownerId: string, now: Date): DemoContent {
  return {
    subgraph: "gateway",
    appId: "finance",
    ownerId,
    lastRow: { table: "finance_trades", id: "trd_demo_1" },
    rows: recordRows(ownerId, now),
    steps: [
      ...accountSteps(now),
      ...recentSteps(now),
      ...importSteps(now),
      ...recordSteps(now),
      ...planningSteps(),
      ...wealthSteps(now),
    ],
  };
}

/** The transactions of the twelve months before `now`. */
function yearOf(now: Date): ContentStep[] {
  const months = Array.from({ length: 12 }, (_, index) => 12 - index);
  return months.flatMap((back) =>
    monthly.map(([day, payee, amount, categoryId]) => {
      const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, day));
      const date = at.toISOString().slice(0, 10);
      return step(
        `${date.slice(0, 7)}_${day}`,
        "addTransaction",
        { accountId: "acc_demo_1", date, amount, payee, categoryId },
        Math.max(1, Math.floor((now.getTime() - at.getTime()) / 86_400_000)),
      );
    }),
  );
}

/** Accounts, categories and the transactions of a year. */
function accountSteps(now: Date): ContentStep[] {
  return [
    account(now, "1", { name: "Everyday checking", kind: "checking", openingBalance: 1_800 }),
    account(now, "savings", { name: "Savings", kind: "savings", openingBalance: 6_000 }),
    account(now, "unused", { name: "Opened by mistake", kind: "other" }),
    step("car", "addAsset", { name: "Car", kind: "vehicle", value: 16_800, asOf: dayAfter(now, -400) }),
    account(now, "broker", { name: "Brokerage", kind: "investment", openingBalance: 5_000 }),
    step("1", "createCategoryGroup", { name: "Household" }),
    category("1", "Groceries"),
    category("rent", "Rent"),
    category("utilities", "Utilities"),
    category("salary", "Salary", "income"),
    ...yearOf(now),
  ];
}

/** Transactions of the last days. */
function recentSteps(now: Date): ContentStep[] {
  return [
    step(
      "1",
      "addTransaction",
      {
        accountId: "acc_demo_1",
        date: dayAfter(now, -3),
        amount: -64.2,
        payee: "City Market",
        categoryId: "cat_demo_1",
      },
      3,
    ),
    step(
      "split",
      "addTransaction",
      {
        accountId: "acc_demo_1",
        date: dayAfter(now, -5),
        amount: -120,
        payee: "Home Store",
      },
      5,
    ),
    step(
      "split",
      "splitTransaction",
      {
        transactionId: "trn_demo_split",
        splits: [
          { categoryId: "cat_demo_1", amount: -20 },
          { categoryId: "cat_demo_utilities", amount: -100 },
        ],
      },
      4,
    ),
  ];
}

/** A budget, a goal, a bill and a loan. */
function planningSteps(): ContentStep[] {
  return [
    step("1", "createBudget", {
      name: "Household",
      currency: "USD",
      method: "envelope",
      categoryIds: ["cat_demo_1", "cat_demo_rent", "cat_demo_utilities"],
      amounts: [
        { categoryId: "cat_demo_1", amount: 450 },
        { categoryId: "cat_demo_rent", amount: 1_450 },
        { categoryId: "cat_demo_utilities", amount: 120 },
      ],
      firstMonth: "2026-01",
    }),
    step("1", "createGoal", { name: "New roof", targetAmount: 8_000, accountId: "acc_demo_savings" }),
    step("1", "contributeToGoal", { goalId: "gol_demo_1", amount: 400 }),
    step(
      "1",
      "createBill",
      {
        payee: "Maple Apartments",
        amount: 1_450,
        rrule: "FREQ=MONTHLY",
        startsOn: "2026-01-02",
        accountId: "acc_demo_1",
      },
      330,
    ),
    step("1", "addLoan", {
      name: "Car loan",
      principal: 18_000,
      annualRate: 4.9,
      termMonths: 60,
      startDate: "2025-06-01",
      currency: "USD",
    }),
  ];
}

/** An investment. */
function wealthSteps(now: Date): ContentStep[] {
  return [
    step("1", "addSecurity", { symbol: "WIDE", name: "Wide Market Fund", kind: "fund", currency: "USD" }),
    step("1", "setSecurityPrice", { securityId: "sec_demo_1", date: dayAfter(now, -1), price: 112.4 }, 1),
    step("1", "createAlert", {
      kind: "low_balance",
      params: { accountId: "acc_demo_1", threshold: 200 },
      channel: "mail",
    }),
    step("1", "setTaxProfile", {
      year: 2026,
      filingStatus: "single",
      items: [
        { kind: "wages", amount: 51_000 },
        { kind: "self_employment", amount: 12_000 },
        { kind: "withheld", amount: 4_900 },
        { kind: "prior_year_tax", amount: 6_800 },
      ],
    }),
    step("1", "setTargetAllocation", {
      targets: [
        { class: "fund", percent: 70 },
        { class: "cash", percent: 30 },
      ],
    }),
    step("1", "recordTrade", {
      accountId: "acc_demo_broker",
      securityId: "sec_demo_1",
      side: "buy",
      date: dayAfter(now, -200),
      quantity: 25,
      price: 98.5,
    }),
    step("2", "addSecurity", { symbol: "NARW", name: "Narrow Industries", kind: "stock", currency: "USD" }),
  ];
}

/** A transfer, an import and a rule. */
function importSteps(now: Date): ContentStep[] {
  return [
    step(
      "1",
      "addTransfer",
      {
        fromAccountId: "acc_demo_1",
        toAccountId: "acc_demo_savings",
        date: dayAfter(now, -10),
        amount: 400,
      },
      10,
    ),
    step(
      "1",
      "importTransactions",
      {
        accountId: "acc_demo_1",
        format: "csv",
        content: `date,payee,amount\n${dayAfter(now, -7)},Bus Line,-2.50\n${dayAfter(now, -6)},Bus Line,-2.50\n`,
      },
      5,
    ),
    step("1", "createRule", {
      conditions: [{ field: "payee", operator: "contains", value: "Market" }],
      actions: [{ set: "category", value: "cat_demo_1" }],
      order: 1,
    }),
  ];
}
