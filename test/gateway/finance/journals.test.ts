import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../../src/time/local-date.ts";
import { balancesOn } from "../../../subgraphs/gateway/finance/accounts/dated-balances.ts";
import { toDecimalText } from "../../../subgraphs/gateway/finance/amounts.ts";
import { journalOf, type Journal } from "../../../subgraphs/gateway/finance/exports/journal.ts";
import { beancountJournal } from "../../../subgraphs/gateway/finance/exports/journal-beancount.ts";
import { hledgerJournal } from "../../../subgraphs/gateway/finance/exports/journal-hledger.ts";
import type { EntryRow } from "../../../subgraphs/gateway/finance/finance-tables.ts";
import { suiteSeed } from "../../support/seed.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "journals-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasHledger = spawnSync("hledger", ["--version"]).status === 0;
const hasBeancount = spawnSync("bean-check", ["--version"]).status === 0;

/** Output of a program; an error of the program fails the test. */
function run(program: string, args: readonly string[]): string {
  const env = { ...process.env, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" };
  return execFileSync(program, args, { encoding: "utf8", env, maxBuffer: 1e8 });
}

const kinds = ["checking", "credit_card", "savings", "loan", "investment"] as const;
const currencies = ["USD", "JPY", "KWD"] as const;
const hostile = [
  'a:b;c  d "e" \\ (f) [g] {h} #i ^j | k @@ l = m * ! ~ % $1',
  "(virtual)",
  "[date:2020-99-99]",
  "; date:2020-99-99",
  "Größe, 食べ物 ñ ß",
  "two\nlines\r\n\tand\u2028more\u00a0",
  "date:2020-99-99, [2020-99-99] x:",
  "ends in \\",
  "-",
  "!",
  "2020-01-01 * x",
];
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 30 }),
);

const accounts = kinds.flatMap((kind, kindIndex) =>
  currencies.map((currency, index) => ({
    id: `acc_${kind}_${currency}`,
    name: `N${kindIndex * 3 + index} ${hostile[kindIndex * 2 + (index % 2)]}`,
    kind,
    currency,
    openingBalance: (index - 1) * 123_456,
    openedOn: addDays("2026-01-01", index * 40),
  })),
);
const categories = hostile.map((name, index) => ({
  id: `cat_${index}`,
  name,
  kind: index % 3 === 0 ? ("income" as const) : ("expense" as const),
}));

const fact = fc.record({
  day: fc.nat(200),
  account: fc.nat(accounts.length - 1),
  other: fc.nat(accounts.length - 2),
  amount: fc.integer({ min: -1e9, max: 1e9 }).filter((amount) => amount !== 0),
  category: fc.option(fc.nat(categories.length - 1)),
  parts: fc.array(fc.tuple(fc.nat(categories.length - 1), fc.integer({ min: -1e6, max: 1e6 })), {
    minLength: 1,
    maxLength: 4,
  }),
  shape: fc.constantFrom("plain", "plain", "split", "transfer", "lone leg", "trade"),
  late: fc.constantFrom(0, 0, 3),
  status: fc.constantFrom("pending", "cleared", "reconciled"),
  payee: text,
  notes: fc.option(text),
  tags: fc.array(text, { maxLength: 3 }),
});
type Fact = typeof fact extends fc.Arbitrary<infer One> ? One : never;

function rowsOf(one: Fact, index: number): EntryRow[] {
  const account = accounts[one.account]!;
  const other = accounts[(one.account + 1 + one.other) % accounts.length]!;
  const isTransfer = one.shape === "transfer" || one.shape === "lone leg";
  const rest = one.amount - one.parts.reduce((sum, [, amount]) => sum + amount, 0);
  const splits = [...one.parts, [0, rest] as const].map(([category, amount]) => ({
    categoryId: categories[category]!.id,
    amount,
    note: one.notes,
  }));
  const row: EntryRow = {
    id: `trn_${index}`,
    ownerId: "own_1",
    accountId: account.id,
    accountKind: account.kind,
    currency: account.currency,
    date: addDays("2026-01-01", one.day),
    amount: one.amount,
    payeeId: "pay_1",
    payee: one.payee,
    categoryId: one.category === null ? null : categories[one.category]!.id,
    splits: one.shape === "split" ? splits : null,
    transferId: isTransfer ? `tfr_${index}` : null,
    tradeId: one.shape === "trade" ? `trd_${index}` : null,
    status: one.status,
    notes: one.notes,
    tags: one.tags,
    reviewed: false,
    importBatchId: null,
    fitid: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    version: 1,
  };
  if (one.shape !== "transfer") return [row];
  const amount = other.currency === account.currency ? -one.amount : -one.parts[0]![1];
  const arriving = {
    id: `trn_${index}b`,
    accountId: other.id,
    accountKind: other.kind,
    currency: other.currency,
  };
  const date = addDays(row.date, one.late);
  return [row, { ...row, ...arriving, amount, date, status: "cleared" }];
}

const [facts] = fc.sample(fc.array(fact, { minLength: 5_000, maxLength: 5_100, size: "max" }), {
  seed: suiteSeed,
  numRuns: 1,
}) as [Fact[]];
const rows = facts
  .flatMap(rowsOf)
  .sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
const openings = {
  accountIds: new Set(accounts.map(({ id }) => id)),
  from: null,
  to: null,
  carried: new Map<string, number>(),
};
const journal: Journal = journalOf({ accounts, categories, rows, openings });

/** What every account and each currency of income and spending have at the end of a day, by the ledger's own rules. */
function expectedOn(day: string): Map<string, string> {
  const result = new Map<string, number>();
  const add = (key: string, amount: number) => result.set(key, (result.get(key) ?? 0) + amount);
  for (const [index, account] of accounts.entries()) {
    const movements = rows.filter(({ accountId }) => accountId === account.id);
    add(`N${index} ${account.currency}`, balancesOn(account, movements, [day])[0]!);
  }
  for (const row of rows) {
    if (row.date > day || row.transferId !== null || row.tradeId !== null) continue;
    add(`flow ${row.currency}`, -row.amount);
  }
  return shownOf(result);
}

function shownOf(sums: ReadonlyMap<string, number>): Map<string, string> {
  const shown = [...sums].filter(([, sum]) => sum !== 0);
  const texts = shown.map(([key, sum]) => [key, toDecimalText(sum, key.slice(-3))] as const);
  return new Map(texts.sort(([one], [other]) => one.localeCompare(other)));
}

/** Sums of a program's lines of account, currency and number, in the keys of `expectedOn`. */
function sumsOf(lines: readonly (readonly [account: string, currency: string, number: string])[]) {
  const sums = new Map<string, number>();
  for (const [account, currency, number] of lines) {
    const owned = /^(?:Assets|Liabilities):(N\d+)/.exec(account)?.[1];
    const isFlow = /^(?:Income|Expenses):/.test(account);
    if (!owned && !isFlow) continue;
    const key = `${owned ?? "flow"} ${currency}`;
    const [whole = "", fraction = ""] = number.split(".");
    const decimals = { USD: 2, JPY: 0, KWD: 3 }[currency]!;
    sums.set(key, (sums.get(key) ?? 0) + Number(`${whole}${fraction.padEnd(decimals, "0")}`));
  }
  return shownOf(sums);
}

const days = ["2026-02-20", "2026-04-30", "2026-12-31"];

describe("journals", () => {
  test.skipIf(!hasHledger)(
    "hledger accepts a journal of every kind of transaction, and has the balances of every day",
    () => {
      const file = join(folder, "all.journal");
      writeFileSync(file, hledgerJournal(journal));
      run("hledger", ["-f", file, "check", "--strict", "ordereddates"]);
      for (const day of days) {
        const args = ["balance", "-f", file, "--flat", "-e", addDays(day, 1), "--layout=bare", "-O", "csv"];
        const lines = run("hledger", args).trim().split("\n").slice(1);
        const cells = lines.map((line) => /^"(.*)","([A-Z]*)","(-?[\d.]+)"$/.exec(line)!.slice(1));
        expect(sumsOf(cells as [string, string, string][])).toEqual(expectedOn(day));
      }
      expect(rows.length).toBeGreaterThan(5_000);
    },
  );

  test.skipIf(!hasBeancount)(
    "Beancount accepts a ledger of every kind of transaction, and has the balances at its end",
    () => {
      const file = join(folder, "all.beancount");
      writeFileSync(file, beancountJournal(journal));
      run("bean-check", [file]);
      const query = "SELECT account, currency, sum(number) AS total GROUP BY account, currency";
      const lines = run("bean-query", ["-f", "csv", "-m", file, query]).trim().split("\n").slice(1);
      const cells = lines.map((line) => line.split(",").map((cell) => cell.trim()));
      expect(sumsOf(cells as unknown as [string, string, string][])).toEqual(expectedOn("2026-12-31"));
    },
  );

  test("both legs of a transfer are one transaction, of two currencies as well", () => {
    const transfers = journal.entries.filter(({ id }) => id?.startsWith("tfr_"));
    expect(new Set(transfers.map(({ id }) => id)).size).toBe(transfers.length);
    for (const { postings } of journal.entries) {
      const sums = Map.groupBy(postings, ({ currency }) => currency);
      for (const [, own] of sums) expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    }
    expect(
      transfers.some(({ postings }) => new Set(postings.map(({ currency }) => currency)).size === 2),
    ).toBe(true);
  });

  test("a journal from a later day begins with what was there before", () => {
    const [account] = accounts as [(typeof accounts)[number]];
    const from = addDays(account.openedOn, 10);
    const carried = new Map([[account.id, 500]]);
    const later = journalOf({
      accounts: [account],
      categories,
      rows: [],
      openings: { accountIds: new Set([account.id]), from, to: null, carried },
    });
    expect(later.entries).toMatchObject([
      { date: from, postings: [{ amount: account.openingBalance + 500 }, { account: { name: "Opening" } }] },
    ]);
    const selected = journalOf({ accounts: [account], categories, rows: [], openings: null });
    expect(selected.entries).toEqual([]);
  });
});
