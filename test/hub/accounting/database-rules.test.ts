import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { draft, move, newBookkeeper, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
let keeper: Bookkeeper;
/** Connects as the subgraph does, so that not even a fault of its code breaks these rules. */
let client: pg.Client;
beforeAll(async () => {
  app = await openSharedApp();
  keeper = await newBookkeeper(app);
  client = new pg.Client({
    connectionString: app.database.url,
    options: "-c role=hub_app -c search_path=hub,public",
  });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await app?.close();
});

/** Runs statements in one transaction of the bookkeeper; returns the error of the commit or of a statement. */
async function refusalOf(
  ...statements: (readonly [sql: string, ...values: unknown[]])[]
): Promise<string | null> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT set_config('app.user', $1, true)", [keeper.ownerId]);
    for (const [sql, ...values] of statements) await client.query(sql, values);
    await client.query("COMMIT");
    return null;
  } catch (error) {
    await client.query("ROLLBACK");
    return (error as Error).message;
  }
}

const postedEntry = async (): Promise<string> =>
  (await post(app, keeper, "2026-01-31", move("6400", "1010", 10))).body.id as string;
const newDraft = async (): Promise<string> =>
  (await draft(app, keeper, "2026-01-31", move("6400", "1010", 10))).body.id as string;
const nextNumber = `(SELECT last_number + 1 FROM accounting_numbers WHERE ledger_id = e.ledger_id AND fiscal_year = 2026)`;
const postIt = (number = nextNumber) =>
  `UPDATE accounting_entries e SET number = ${number}, fiscal_year = 2026, posted_by = 'x', posted_at = now() WHERE id = $1`;
const countIt = "UPDATE accounting_numbers SET last_number = last_number + 1 WHERE ledger_id = $1";
const numberLines = `UPDATE accounting_lines l SET number = e.number FROM accounting_entries e WHERE e.id = l.entry_id AND e.id = $1`;

test("a posted entry and its lines cannot be changed or deleted", async () => {
  const id = await postedEntry();
  const unchanged = "a posted journal entry cannot be changed";
  expect(await refusalOf(["UPDATE accounting_entries SET memo = 'x' WHERE id = $1", id])).toBe(unchanged);
  expect(await refusalOf(["DELETE FROM accounting_entries WHERE id = $1", id])).toBe(unchanged);
  const line = "a line of a posted journal entry cannot be changed";
  expect(await refusalOf(["UPDATE accounting_lines SET debit = debit * 2 WHERE entry_id = $1", id])).toBe(
    line,
  );
  expect(await refusalOf(["DELETE FROM accounting_lines WHERE entry_id = $1", id])).toBe(line);
});

test("an entry that does not balance cannot be posted", async () => {
  const id = await newDraft();
  const balances = "a posted journal entry does not balance";
  const more = [
    "UPDATE accounting_lines SET debit = debit + 1 WHERE entry_id = $1 AND debit > 0",
    id,
  ] as const;
  expect(await refusalOf(more, [postIt(), id], [numberLines, id])).toBe(balances);
  const fewer = ["DELETE FROM accounting_lines WHERE entry_id = $1", id] as const;
  expect(await refusalOf(fewer, [postIt(), id])).toBe(balances);
  expect(await refusalOf([postIt(), id])).toBe(balances);
  expect(await refusalOf([postIt(), id], [numberLines, id], [countIt, keeper.ledgerId])).toBe(null);
});

test("a line cannot be added to a posted entry, not even two that balance", async () => {
  const id = await postedEntry();
  const added = (line: number, debit: number, credit: number) =>
    [
      `INSERT INTO accounting_lines (entry_id, line, owner_id, ledger_id, account_id, date, number, is_closing, debit, credit)
       SELECT entry_id, $2, owner_id, ledger_id, account_id, date, number, is_closing, $3, $4 FROM accounting_lines
       WHERE entry_id = $1 AND line = 1`,
      id,
      line,
      debit,
      credit,
    ] as const;
  expect(await refusalOf(added(3, 5, 0), added(4, 0, 5))).toBe("a posted journal entry does not balance");
});

test("a number that leaves a gap, or is of another year, is refused", async () => {
  const id = await newDraft();
  const gap = "the number of a journal entry leaves a gap";
  expect(await refusalOf([postIt("1000"), id], [numberLines, id])).toBe(gap);
  expect(await refusalOf([postIt().replace("2026, posted", "2025, posted"), id], [numberLines, id])).toBe(
    gap,
  );
});

test("nothing is posted into a closed period", async () => {
  const own = await newBookkeeper(app);
  const { body } = await draft(app, own, "2026-01-31", move("6400", "1010", 10));
  await app.database.query("UPDATE hub.accounting_ledgers SET closed_through = '2026-01-31' WHERE id = $1", [
    own.ledgerId,
  ]);
  const answer = await app.post(`/accounting/journal-entries/${body.id}/post`, {}, own.headers);
  expect([answer.status, answer.body.details.reason]).toEqual([409, "period_closed"]);
  const before = keeper;
  keeper = own;
  const refusal = await refusalOf([postIt("1"), body.id], [numberLines, body.id]);
  keeper = before;
  expect(refusal).toBe("the period of a journal entry is closed");
});

test("monthly balances are the sums of the posted lines", async () => {
  await newDraft();
  const rows = await app.database.query<{ differences: string }>(
    `SELECT count(*) AS differences FROM (
       SELECT account_id, date_trunc('month', date)::date AS month, is_closing, sum(debit) AS debit, sum(credit) AS credit
       FROM hub.accounting_lines WHERE number IS NOT NULL GROUP BY 1, 2, 3) l
     FULL JOIN hub.accounting_balances b USING (account_id, month, is_closing)
     WHERE l.debit IS DISTINCT FROM b.debit OR l.credit IS DISTINCT FROM b.credit`,
  );
  expect(Number(rows[0]!.differences)).toBe(0);
});
