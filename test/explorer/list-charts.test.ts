import { expect, test } from "vitest";
import { listCharts } from "../../router/explorer/web/response/list-charts.ts";
import { listTables } from "../../router/explorer/web/response/list-tables.ts";

const chartsOf = (body: unknown) => listCharts(listTables(body));

test("a list with a day, month or time in each row is drawn over time, in order", () => {
  const points = [
    { date: "2026-02-28", netWorth: -5, assets: 2, note: "b" },
    { date: "2026-01-31", netWorth: 3.5, assets: 1, note: "a" },
  ];
  expect(chartsOf({ points })).toEqual([
    {
      path: "points",
      by: "date",
      isOverTime: true,
      numbers: ["netWorth", "assets"],
      rows: points.toReversed(),
    },
  ]);
  const months = [
    { month: "2026-01", transactionCount: 4, amount: 10, average: null },
    { month: "2026-02", transactionCount: 5, amount: 20, average: 15 },
  ];
  expect(chartsOf({ months })[0]).toMatchObject({
    by: "month",
    numbers: ["amount", "average", "transactionCount"],
  });
});

test("another list is drawn side by side, by its name", () => {
  const categories = [
    { categoryId: "cat_1", name: "Food", amount: 10 },
    { categoryId: "cat_2", name: "Rent", amount: 20 },
  ];
  expect(chartsOf({ categories })[0]).toMatchObject({ by: "name", isOverTime: false, numbers: ["amount"] });
});

test.each([
  ["one row", [{ date: "2026-01-01", amount: 1 }]],
  ["no number", [{ name: "a" }, { name: "b" }]],
  [
    "the same day and name twice",
    [
      { date: "2026-01-01", name: "a", n: 1 },
      { date: "2026-01-01", name: "a", n: 2 },
    ],
  ],
  [
    "only ids",
    [
      { accountId: "a", n: 1 },
      { accountId: "b", n: 2 },
    ],
  ],
  [
    "a number that is a text once",
    [
      { name: "a", n: 1 },
      { name: "b", n: "2" },
    ],
  ],
  [
    "a day that is none",
    [
      { at: "2026-99-99", n: 1 },
      { at: "2026-01-01", n: 2 },
    ].map((row) => ({ atId: row.at, n: row.n })),
  ],
])("%s has no chart", (_, rows) => expect(chartsOf({ rows })).toEqual([]));
