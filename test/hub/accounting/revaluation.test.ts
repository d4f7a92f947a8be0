import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createJournalEntry,
  postJournalEntry,
} from "../../../subgraphs/hub/accounting/journal/journal-entries.service.ts";
import { readTrialBalance } from "../../../subgraphs/hub/accounting/reports/financial-reports.service.ts";
import { revalueForeignBalances } from "../../../subgraphs/hub/accounting/revaluation/revaluation.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { suiteSeed } from "../../support/seed.ts";
import { contextOf, draft, move, newBookkeeper, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const asOf = "2026-03-31";

async function postForeign(
  keeper: Bookkeeper,
  date: string,
  lines: ReturnType<typeof move>,
  more: { foreignCurrency: string; exchangeRate: number },
): Promise<void> {
  const { body } = await draft(app, keeper, date, lines, more);
  const posted = await app.post(`/accounting/journal-entries/${body.id}/post`, {}, keeper.headers);
  expect(posted.status).toBe(200);
}

const revalue = (keeper: Bookkeeper, exchangeRate: number, more: object = {}) =>
  app.post(
    "/accounting/foreign-balances/revalue",
    { asOf, rates: [{ foreignCurrency: "EUR", exchangeRate }], ...more },
    keeper.headers,
  );

const euro = (exchangeRate: number) => ({ foreignCurrency: "EUR", exchangeRate });

test("claims in euros are taken to the rate of the day, and what was paid at another rate is realized", async () => {
  const keeper = await newBookkeeper(app);
  await postForeign(keeper, "2026-03-01", move("1100", "4000", 1000), euro(1.1));
  await postForeign(keeper, "2026-03-10", move("1010", "1100", 400), euro(1.2));
  await postForeign(keeper, "2026-03-05", move("1500", "1010", 50), euro(1.15));
  const before = await app.get(`/accounting/foreign-balances?asOf=${asOf}`, keeper.headers);
  expect(
    before.body.balances.map((b: Record<string, unknown>) => [
      b["accountCode"],
      b["foreignBalance"],
      b["value"],
    ]),
  ).toEqual([
    ["1010", 350, 422.5],
    ["1100", 600, 620],
  ]);
  const { body } = await revalue(keeper, 1.25);
  // 350 at 1.25 is 437.50, 600 is 750.00; equipment keeps its rate.
  expect(body.balances.map((b: Record<string, unknown>) => [b["newValue"], b["adjustment"]])).toEqual([
    [437.5, 15],
    [750, 130],
  ]);
  expect(body).toMatchObject({ gain: 145, entries: [{ kind: "revaluation", status: "posted", total: 145 }] });
  const [entry] = body.entries as {
    lines: { accountCode: string; credit: number; foreignCredit: number }[];
  }[];
  expect(entry!.lines.at(-1)).toMatchObject({ accountCode: "7200", credit: 145, foreignCredit: 0 });

  const again = await revalue(keeper, 1.25);
  expect(again.body).toMatchObject({ gain: 0, entries: [] });
  const loss = await revalue(keeper, 1.2);
  expect(loss.body).toMatchObject({ gain: -47.5 });
  await postForeign(keeper, "2026-03-20", move("1010", "1100", 600), euro(1.3));
  const realized = await revalue(keeper, 1.2);
  expect(realized.body.balances).toMatchObject([
    { accountCode: "1010", foreignBalance: 950, adjustment: -60 },
    { accountCode: "1100", foreignBalance: 0, newValue: 0, adjustment: 60 },
  ]);
});

test("two revaluations at once post the change once", async () => {
  const keeper = await newBookkeeper(app);
  await postForeign(keeper, "2026-03-01", move("1100", "4000", 1000), euro(1.1));
  const answers = await Promise.all([revalue(keeper, 1.3), revalue(keeper, 1.3), revalue(keeper, 1.3)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.flatMap(({ body }) => body.entries)).toHaveLength(1);
});

test("missing rates, other accounts, repeated currencies and closed periods are refused", async () => {
  const keeper = await newBookkeeper(app);
  await postForeign(keeper, "2026-03-01", move("1100", "4000", 10), euro(1.1));
  await postForeign(keeper, "2026-03-01", move("1100", "4000", 10), {
    foreignCurrency: "GBP",
    exchangeRate: 1.3,
  });
  const missing = await revalue(keeper, 1.2);
  expect([missing.status, missing.body.details]).toMatchObject([
    422,
    { reason: "rate_missing", currencies: ["GBP"] },
  ]);
  const rates = ["EUR", "GBP"].map((foreignCurrency) => ({ foreignCurrency, exchangeRate: 1.2 }));
  const unfit = await revalue(keeper, 1, { rates, exchangeAccountId: keeper.accounts.get("1010") });
  expect(unfit.body.details.reason).toBe("account_type");
  const repeated = await revalue(keeper, 1, { rates: [...rates, rates[0]!] });
  expect(repeated.body.details.fields[0].path).toBe("rates.2.foreignCurrency");
  const own = await revalue(keeper, 1, { rates: [{ foreignCurrency: "USD", exchangeRate: 1 }] });
  expect(own.status).toBe(400);
  const { body } = await app.get("/accounting/fiscal-periods?year=2026", keeper.headers);
  const march = (body.periods as { id: string }[])[2]!.id;
  await app.post(`/accounting/fiscal-periods/${march}/close`, {}, keeper.headers);
  expect((await revalue(keeper, 1, { rates })).body.details.reason).toBe("period_closed");
});

test("after any entries a revaluation gives each account its balance at the rate, and the books balance", async () => {
  const keeper = await newBookkeeper(app);
  const ctx = contextOf(app, keeper);
  const codes = ["1010", "1100", "2000", "2100", "2700", "1200", "4000", "6400"] as const;
  const entry = fc.record({
    debited: fc.constantFrom(...codes),
    credited: fc.constantFrom(...codes),
    cents: fc.integer({ min: 10_000, max: 9_999_999 }),
    currency: fc.constantFrom("EUR", "JPY", "GBP"),
    rate: fc.integer({ min: 100, max: 50_000 }),
  });
  const yen = (currency: string) => (currency === "JPY" ? 1 : 100);
  const given = fc.sample(entry, { numRuns: 60, seed: suiteSeed });
  for (const { debited, credited, cents, currency, rate } of given) {
    if (debited === credited) continue;
    const amount = cents / yen(currency);
    const lines = [
      { accountId: keeper.accounts.get(debited)!, debit: amount },
      { accountId: keeper.accounts.get(credited)!, credit: amount },
    ];
    const input = {
      date: "2026-03-02",
      memo: "Any",
      lines,
      foreignCurrency: currency,
      exchangeRate: rate / 10_000,
    };
    const { id } = await createJournalEntry(ctx, input);
    await postJournalEntry(ctx, { entryId: id });
  }
  const rates = [1.0837, 0.0067, 1.2655].map((exchangeRate, index) => ({
    foreignCurrency: ["EUR", "JPY", "GBP"][index]!,
    exchangeRate,
  }));
  await post(app, keeper, "2026-03-02", move("6400", "1010", 12.34));
  const { balances } = await revalueForeignBalances(ctx, { asOf, rates });
  expect(balances.length).toBeGreaterThan(10);
  // Worked out here from the rows alone, in integers: amounts in ten-thousandths of a minor unit.
  const rows = await app.database.query<{ code: string; currency: string; foreign: number; value: number }>(
    `SELECT a.code, e.foreign_currency AS currency, sum(l.foreign_debit - l.foreign_credit)::float8 AS foreign,
       sum(l.debit - l.credit)::float8 AS value
     FROM hub.accounting_lines l JOIN hub.accounting_entries e ON e.id = l.entry_id
     JOIN hub.accounting_accounts a ON a.id = l.account_id
     WHERE l.owner_id = $1 AND e.foreign_currency IS NOT NULL GROUP BY 1, 2`,
    [keeper.ownerId],
  );
  const monetary = rows.filter(({ code }) => ["1010", "1100", "2000", "2100", "2700"].includes(code));
  for (const { currency, foreign, value } of monetary) {
    const rate = BigInt(
      Math.round(rates.find((one) => one.foreignCurrency === currency)!.exchangeRate * 10_000),
    );
    const exact = BigInt(foreign) * rate * (currency === "JPY" ? 100n : 1n);
    const size = exact < 0n ? -exact : exact;
    const rounded = (size + 5_000n) / 10_000n;
    expect(value).toBe(Number(exact < 0n ? -rounded : rounded));
  }
  const trial = await readTrialBalance(ctx, { asOf });
  expect(trial.totalDebit).toBe(trial.totalCredit);
  expect((await revalueForeignBalances(ctx, { asOf, rates })).entries).toEqual([]);
});
