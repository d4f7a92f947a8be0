import fc from "fast-check";
import { expect } from "vitest";
import { inTransaction } from "../../../src/db/transaction.ts";
import * as journal from "../../../subgraphs/hub/accounting/journal/journal-entries.service.ts";
import { postFromSource } from "../../../subgraphs/hub/accounting/journal/post-source.service.ts";
import { reverseJournalEntry } from "../../../subgraphs/hub/accounting/journal/reverse-entry.service.ts";
import * as periods from "../../../subgraphs/hub/accounting/periods/fiscal-periods.service.ts";
import * as reports from "../../../subgraphs/hub/accounting/reports/financial-reports.service.ts";
import { readGeneralLedger } from "../../../subgraphs/hub/accounting/reports/general-ledger.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { isDone, same } from "./bills-run.ts";
import type { Bookkeeper } from "./bookkeeper.ts";
import { BooksModel, type ModelLine } from "./books-model.ts";

const codes = [
  "1010",
  "1020",
  "1100",
  "1500",
  "2000",
  "2200",
  "2700",
  "3000",
  "4000",
  "4010",
  "5000",
  "6400",
  "7000",
];
export const months = Array.from(
  { length: 18 },
  (_, n) => `${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, "0")}`,
);

export const day = fc
  .tuple(fc.constantFrom(...months), fc.integer({ min: 1, max: 28 }))
  .map(([month, date]) => `${month}-${String(date).padStart(2, "0")}`);
const code = fc.constantFrom(...codes);
const cents = fc.integer({ min: 1, max: 1_000_000 });
/** One account against one to three others. */
const lines = fc
  .tuple(code, fc.array(fc.tuple(code, cents), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([single, parts, isDebit]): ModelLine[] => {
    const sign = isDebit ? 1n : -1n;
    const total = parts.reduce((sum, [, part]) => sum + BigInt(part), 0n);
    return [
      { code: single, cents: sign * total },
      ...parts.map(([other, part]) => ({ code: other, cents: -sign * BigInt(part) })),
    ];
  });
const pick = fc.nat({ max: 10_000 });
/** Operations on the books, most of which are allowed. */
export const operation = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("post" as const), day, lines }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("draft" as const), day, lines }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("unbalanced" as const), day, lines }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("postDraft" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("reverse" as const), pick, day }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("source" as const), day, lines, pick: fc.nat({ max: 200 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("close" as const), month: fc.nat({ max: 17 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reopen" as const), month: fc.nat({ max: 17 }) }) },
);
/** Steps in the life of vendor bills, which the same books have. */
export const billOperation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("bill" as const),
      day,
      code: fc.constantFrom("1500", "5000", "6400"),
      cents,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("approveBill" as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("payBill" as const),
      pick,
      day,
      from: fc.constantFrom("1010", "1020"),
      // Of what is open, in percent.
      part: fc.constantFrom(20, 50, 100, 120),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("voidPayment" as const), pick, day }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("voidBill" as const), pick, day }) },
);
export type BillOperation = typeof billOperation extends fc.Arbitrary<infer T> ? T : never;
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const amountOf = (value: bigint) => Number(value) / 100;
const sides = ({ cents: value }: ModelLine) =>
  value > 0n ? { debit: amountOf(value) } : { credit: amountOf(-value) };
/** Equal but for the rounding of sums of doubles. */
function close(actual: number, expected: number): void {
  expect(actual).toBeCloseTo(expected, 6);
}

/** Runs one operation on both, and compares whether it was done. */
export class Run {
  readonly model = new BooksModel();
  readonly #sources = new Map<number, string>();
  readonly #ctx: HubContext;
  readonly #keeper: Bookkeeper;

  constructor(ctx: HubContext, keeper: Bookkeeper) {
    this.#ctx = ctx;
    this.#keeper = keeper;
  }

  async step(given: Operation): Promise<void> {
    const { model } = this;
    switch (given.do) {
      case "post":
        return this.post(given.day, given.lines);
      case "draft":
        await this.draft(given.day, given.lines);
        return;
      case "unbalanced": {
        const [first, ...rest] = given.lines;
        const off = [{ ...first!, cents: first!.cents + (first!.cents > 0n ? 1n : -1n) }, ...rest];
        same(await isDone(journal.createJournalEntry(this.#ctx, this.#inputOf(given.day, off))), false);
        return;
      }
      case "postDraft":
        return this.postDraft(given.pick);
      case "delete": {
        const entry = this.any(given.pick);
        if (!entry) return;
        const isDeleted = await isDone(journal.deleteJournalEntry(this.#ctx, { entryId: entry.id }));
        same(isDeleted, !entry.isPosted);
        if (isDeleted) model.entries.splice(model.entries.indexOf(entry), 1);
        return;
      }
      case "reverse":
        return this.reverse(given.pick, given.day);
      case "source":
        return this.source(given);
      case "close": {
        // Usually the next one: others are mostly refused.
        const month = given.month > 3 ? model.nextMonth(months) : months[given.month]!;
        const may = model.mayClose(month);
        same(await isDone(periods.closeFiscalPeriod(this.#ctx, { periodId: this.#periodId(month) })), may);
        if (may) model.close(month);
        return;
      }
      case "reopen": {
        // Usually the one that may be reopened: others are refused.
        const last = model.closedThrough.slice(0, 7);
        const month = given.month > 4 && months.includes(last) ? last : months[given.month]!;
        const may = model.mayReopen(month);
        const input = { periodId: this.#periodId(month), reason: "Test" };
        same(await isDone(periods.reopenFiscalPeriod(this.#ctx, input)), may);
        if (may) model.reopen(month);
      }
    }
  }

  any(index: number) {
    const own = this.model.entries.filter(({ id }) => id !== "");
    return own[index % Math.max(own.length, 1)];
  }

  async draft(date: string, given: readonly ModelLine[]) {
    const { model } = this;
    let id = "";
    const making = journal
      .createJournalEntry(this.#ctx, this.#inputOf(date, given))
      .then((made) => (id = made.id));
    same(await isDone(making), model.isOpen(date));
    if (id === "") return null;
    const entry = { id, date, lines: given, kind: "standard" as const, isPosted: false, isReversed: false };
    model.entries.push(entry);
    return entry;
  }

  async post(date: string, given: readonly ModelLine[]): Promise<void> {
    const entry = await this.draft(date, given);
    if (!entry) return;
    await journal.postJournalEntry(this.#ctx, { entryId: entry.id });
    entry.isPosted = true;
  }

  async postDraft(index: number): Promise<void> {
    const entry = this.any(index);
    if (!entry) return;
    const may = entry.isPosted || this.model.isOpen(entry.date);
    same(await isDone(journal.postJournalEntry(this.#ctx, { entryId: entry.id })), may);
    if (may) entry.isPosted = true;
  }

  async reverse(index: number, date: string): Promise<void> {
    const { model } = this;
    const entry = this.any(index);
    if (!entry) return;
    const may = entry.isPosted && !entry.isReversed && date >= entry.date && model.isOpen(date);
    let id = "";
    const reversing = reverseJournalEntry(this.#ctx, { entryId: entry.id, date }).then(
      (made) => (id = made.id),
    );
    same(await isDone(reversing), may);
    if (may) model.reverse(entry, date, id);
  }

  async source({
    day: date,
    lines: given,
    pick: number,
  }: Extract<Operation, { do: "source" }>): Promise<void> {
    const { model } = this;
    const sources = this.#sources;
    const entry = {
      source: { app: "invoicer", kind: "invoice", id: `inv_${number}` },
      currency: "USD",
      date,
      memo: "Test",
      lines: given.map(({ code: accountCode, cents: value }) => ({
        accountCode,
        debit: value > 0n ? Number(value) : 0,
        credit: value < 0n ? Number(-value) : 0,
      })),
    };
    const may = sources.has(number) || model.isOpen(date);
    let outcome = "";
    let id = "";
    const posting = inTransaction(this.#ctx, (em) => postFromSource(em, this.#ctx, entry)).then(
      (result) => ({ outcome, entryId: id } = result),
    );
    same(await isDone(posting), may);
    if (!may) return;
    same(outcome === "posted", !sources.has(number));
    if (outcome !== "posted") return;
    sources.set(number, id);
    model.entries.push({ id, date, lines: given, kind: "standard", isPosted: true, isReversed: false });
  }

  /** All reports against the oracle, and against each other. */
  async compare(asOf: string): Promise<void> {
    const { model } = this;
    const trial = await reports.readTrialBalance(this.#ctx, { asOf });
    same(trial.totalDebit, trial.totalCredit);
    const shown = trial.rows.map((row) => `${row.code}=${Math.round((row.debit - row.credit) * 100)}`);
    same(shown.join(" "), model.snapshot(asOf));

    const sheet = await reports.readBalanceSheet(this.#ctx, { asOf });
    close(sheet.totalAssets, sheet.totalLiabilities + sheet.totalEquity);

    const from = `${asOf.slice(0, 4)}-01-01`;
    const profit = await reports.readProfitAndLoss(this.#ctx, { from, to: asOf, basis: "accrual" });
    same(profit.netIncome, amountOf(model.netIncome(from, asOf)));
    same(profit.totalIncome, amountOf(model.income(from, asOf)));

    const flow = await reports.readCashFlowStatement(this.#ctx, { from, to: asOf });
    same([flow.netIncome, flow.closingCash], [profit.netIncome, amountOf(model.cash(asOf))]);
    close(flow.netChange, flow.closingCash - flow.openingCash);

    const accountId = this.#keeper.accounts.get("1010")!;
    const page = await readGeneralLedger(this.#ctx, { accountId, from: "2024-01-01", to: asOf, limit: 100 });
    same(page.closingBalance, amountOf(model.balances(asOf).get("1010") ?? 0n));
    if (page.nextCursor === null) same(page.lines.at(-1)?.balance ?? 0, page.closingBalance);

    for (const [date, before] of model.closedBalances) {
      if (date > model.closedThrough) continue;
      const closed = await reports.readTrialBalance(this.#ctx, { asOf: date });
      const now = closed.rows.map((row) => `${row.code}=${Math.round((row.debit - row.credit) * 100)}`);
      same(now.join(" "), before, `the closed balances of ${date}`);
    }
  }

  #inputOf(date: string, given: readonly ModelLine[]) {
    const lineOf = (line: ModelLine) => ({
      accountId: this.#keeper.accounts.get(line.code)!,
      ...sides(line),
    });
    return { date, memo: "Test", lines: given.map(lineOf) };
  }

  #periodId(month: string): string {
    return `fpd_${this.#keeper.ledgerId.slice(4)}_${month.replace("-", "")}`;
  }
}
