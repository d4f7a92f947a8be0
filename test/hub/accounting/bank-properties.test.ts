import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BankRuleRow } from "../../../subgraphs/hub/accounting/bank-rules/bank-rule.rows.ts";
import { RuleOrder, type RuledLine } from "../../../subgraphs/hub/accounting/bank-rules/fitting-rule.ts";
import { suiteSeed } from "../../support/seed.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { bankFor, type Bank } from "./bank-run.ts";
import { newBookkeeper } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const aRule: BankRuleRow = {
  id: "bmr_1",
  ownerId: "usr_1",
  ledgerId: "lgr_1",
  name: "Rule",
  position: 1,
  isEnabled: true,
  action: "suggest",
  bankAccountId: null,
  texts: null,
  counterparty: null,
  direction: null,
  minAmount: null,
  maxAmount: null,
  accountId: "lac_1",
  client: null,
  project: null,
  memo: null,
  createdBy: "usr_1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

const amounts = { lines: [5, 3, 8], entries: [5, 3, 8, 8] } as const;
/** Statement of each line: two lines in January, one in February. */
const statementOf = [0, 0, 1] as const;
const [lineCount, entryCount] = [amounts.lines.length, amounts.entries.length];

const ascending = (a: number, b: number) => a - b;

type Step =
  | { kind: "match"; lines: number[]; entries: number[] }
  | { kind: "unmatch"; line: number }
  | { kind: "complete"; statement: number }
  | { kind: "reopen"; statement: number }
  | { kind: "reverse"; entry: number };

const someOf = (count: number) => fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: 2 });
const matching: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("match" as const),
  lines: someOf(lineCount),
  entries: someOf(entryCount),
});
/** Matches that add up, so that reconciliations are completed often. */
const fitting: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  { kind: "match", lines: [0], entries: [0] },
  { kind: "match", lines: [1], entries: [1] },
  { kind: "match", lines: [2], entries: [2] },
  { kind: "match", lines: [2], entries: [0, 1] },
  { kind: "match", lines: [0, 1], entries: [3] },
);
const anyStatement = fc.nat({ max: 1 });
const completing: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("complete" as const),
  statement: anyStatement,
});
const changing: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("unmatch" as const), line: fc.nat({ max: lineCount - 1 }) }),
  fc.record({ kind: fc.constant("reopen" as const), statement: anyStatement }),
  fc.record({ kind: fc.constant("reverse" as const), entry: fc.nat({ max: entryCount - 1 }) }),
);
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fitting },
  { weight: 1, arbitrary: matching },
  { weight: 4, arbitrary: completing },
  { weight: 3, arbitrary: changing },
);
const steps = fc.array(anyStep, { minLength: 20, maxLength: 30 });

/** What the rules say, without a database: matches as sorted lines and entries. */
class Model {
  matches: { lines: number[]; entries: number[] }[] = [];
  completed = [false, false];
  reversed = new Set<number>();

  /** Whether the step succeeds; if so, it is done. */
  run(step: Step): boolean {
    if (step.kind === "match")
      return this.match(step.lines.toSorted(ascending), step.entries.toSorted(ascending));
    if (step.kind === "unmatch") return this.unmatch(step.line);
    if (step.kind === "complete") return this.complete(step.statement);
    if (step.kind === "reopen") return this.reopen(step.statement);
    const isLocked = this.matches.some((match) => match.entries.includes(step.entry) && this.isLocked(match));
    if (isLocked || this.reversed.has(step.entry)) return false;
    this.reversed.add(step.entry);
    return true;
  }

  matchOf(line: number) {
    return this.matches.find((match) => match.lines.includes(line));
  }

  private isLocked({ lines }: { lines: number[] }): boolean {
    return lines.some((line) => this.completed[statementOf[line]!]);
  }

  private match(lines: number[], entries: number[]): boolean {
    const same = JSON.stringify({ lines, entries });
    if (this.matches.some((match) => JSON.stringify(match) === same)) return true;
    const sum = (kind: "lines" | "entries", of: number[]) =>
      of.reduce((total, index) => total + amounts[kind][index]!, 0);
    const isTaken = (match: { lines: number[]; entries: number[] }) =>
      match.lines.some((line) => lines.includes(line)) ||
      match.entries.some((entry) => entries.includes(entry));
    if (this.matches.some(isTaken) || sum("lines", lines) !== sum("entries", entries)) return false;
    this.matches.push({ lines, entries });
    return true;
  }

  private unmatch(line: number): boolean {
    const match = this.matchOf(line);
    if (match && this.isLocked(match)) return false;
    this.matches = this.matches.filter((other) => other !== match);
    return true;
  }

  private complete(statement: number): boolean {
    if (this.completed[statement]) return true;
    if (statement === 1 && !this.completed[0]) return false;
    const own = statementOf.flatMap((of, line) => (of <= statement ? [line] : []));
    if (own.some((line) => !this.matchOf(line))) return false;
    this.completed[statement] = true;
    return true;
  }

  private reopen(statement: number): boolean {
    if (!this.completed[statement] || (statement === 0 && this.completed[1])) return false;
    this.completed[statement] = false;
    return true;
  }
}

interface World {
  bank: Bank;
  lines: string[];
  entries: string[];
  statements: string[];
}

async function newWorld(): Promise<World> {
  const bank = bankFor(app, await newBookkeeper(app));
  const entries: string[] = [];
  for (const amount of amounts.entries) entries.push(await bank.pay(amount));
  const january = await bank.importCsv(["2026-01-11,Shop,-5.00", "2026-01-10,Shop,-3.00"]);
  const february = await bank.importCsv(["2026-02-10,Shop,-8.00"]);
  const lines = [...(await bank.lineIds(january.id)), ...(await bank.lineIds(february.id))];
  return { bank, lines, entries, statements: [january.id, february.id] };
}

function send({ bank, lines, entries, statements }: World, step: Step): Promise<Answer> {
  if (step.kind === "unmatch") return bank.unmatch(lines[step.line]!);
  if (step.kind === "reverse") return bank.reverse(entries[step.entry]!);
  if (step.kind === "reopen") return bank.reopen(statements[step.statement]!, "Test");
  if (step.kind === "complete") {
    const balances = [
      { openingBalance: 100, closingBalance: 92 },
      { openingBalance: 92, closingBalance: 84 },
    ];
    return bank.complete(statements[step.statement]!, balances[step.statement]);
  }
  const [first, ...others] = step.lines.map((line) => lines[line]!);
  const entryIds = step.entries.map((entry) => entries[entry]!);
  return bank.match(first!, entryIds, others.length > 0 ? { otherLineIds: others } : {});
}

/** The entries of each line, as the API shows them, by place. */
async function shown({ bank, entries, statements }: World): Promise<number[][]> {
  const pages = await Promise.all(statements.map((id) => bank.lines(id)));
  const shownLines: { entryIds: string[] }[] = pages.flatMap(({ body }) => body.lines);
  return shownLines.map(({ entryIds }) => entryIds.map((id) => entries.indexOf(id)).toSorted(ascending));
}

test("any sequence of matches, completions and reopenings keeps entries in one match, and what is locked as it is", async () => {
  const seen = { completed: 0, reopened: 0, locked: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [world, model] = [await newWorld(), new Model()];
      for (const step of sequence) {
        const isAllowed = model.run(step);
        const { status, body } = await send(world, step);
        expect([step, status < 300], JSON.stringify(body)).toEqual([step, isAllowed]);
        const expected = Array.from({ length: lineCount }, (_, line) => model.matchOf(line)?.entries ?? []);
        expect(await shown(world)).toEqual(expected);
        if (step.kind === "complete" && isAllowed) seen.completed += 1;
        if (step.kind === "reopen" && isAllowed) seen.reopened += 1;
        if (body.details?.reason === "reconciliation_completed") seen.locked += 1;
      }
      const [{ wrong }] = (await app.database.query<{ wrong: number }>(
        `SELECT count(*)::int AS wrong FROM hub.accounting_bank_matches m WHERE m.owner_id = $1 AND
          (SELECT sum(amount) FROM hub.accounting_bank_lines WHERE match_id = m.id) IS DISTINCT FROM
          (SELECT sum(l.debit - l.credit) FROM hub.accounting_bank_matched_lines b
            JOIN hub.accounting_lines l ON l.entry_id = b.entry_id AND l.line = b.line WHERE b.match_id = m.id)`,
        [world.bank.ownerId],
      )) as [{ wrong: number }];
      expect(wrong).toBe(0);
    }),
    { numRuns: 20, seed: suiteSeed },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
});

test("of bank rules the first one in the order decides whose conditions a line meets, by whole words alone", () => {
  const words = ["fee", "coffee", "paper", "city", "bank", "é"];
  const text = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
    .map((list) => list.join(" "));
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const amount = fc.integer({ min: 0, max: 500 });
  const rule = fc
    .record({
      texts: optional(fc.array(text, { minLength: 1, maxLength: 2 })),
      counterparty: optional(text),
      direction: optional(fc.constantFrom("in" as const, "out" as const)),
      minAmount: optional(amount),
      maxAmount: optional(amount),
    })
    .map((conditions): BankRuleRow => ({ ...aRule, ...conditions }));
  const line = fc.record({
    amount: fc.integer({ min: -500, max: 500 }).filter((minor) => minor !== 0),
    payee: text.map((payee) => `  ${payee.toUpperCase().replaceAll(" ", "-")}. `),
    notes: optional(text),
  });
  const meets = (conditions: BankRuleRow, { amount: minor, payee, notes }: RuledLine) => {
    const wordsOf = (given: string) =>
      given
        .toLowerCase()
        .split(/[^a-zé]+/)
        .filter(Boolean);
    const all = [...wordsOf(payee), ...wordsOf(notes ?? "")];
    const has = (phrase: string[]) =>
      all.some((_, at) => phrase.every((word, offset) => all[at + offset] === word));
    const { texts, counterparty, direction, minAmount, maxAmount } = conditions;
    return (
      (texts === null || texts.some((phrase) => has(wordsOf(phrase)))) &&
      (counterparty === null || wordsOf(counterparty).join(" ") === wordsOf(payee).join(" ")) &&
      (direction === null || (direction === "in") === minor > 0) &&
      (minAmount === null || Math.abs(minor) >= minAmount) &&
      (maxAmount === null || Math.abs(minor) <= maxAmount)
    );
  };
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), line, (rules, given) => {
      const found = new RuleOrder(rules).firstFor(given)?.row ?? null;
      expect(found).toBe(rules.find((one) => meets(one, given)) ?? null);
    }),
    { numRuns: 2_000 },
  );
  // Bounded work: a long text against all phrases that an account can have.
  const many = Array.from({ length: 100 }, () => ({ ...aRule, texts: Array(5).fill(`${"a ".repeat(48)}b`) }));
  const long = { amount: 1, payee: "a ".repeat(100_000), notes: null };
  expect(new RuleOrder(many.map((one) => ({ ...one, direction: "out" as const }))).firstFor(long)).toBe(null);
});
