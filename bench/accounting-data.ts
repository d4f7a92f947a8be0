/** A large ledger of made-up entries, for `accounting.ts`. */
import type { Pool } from "pg";
import type { BenchPlatform } from "./platform/servers.ts";

export interface LargeLedger {
  id: string;
  currency: string;
  /** The account that has a quarter of the lines. */
  bankId: string;
}

/** A currency in which the demo person has no books. */
const currency = "NZD";
const linesPerEntry = 4;

/**
 * The standard chart by the platform, and posted entries of 2024 and 2025 as rows. The triggers of rows are off, which
 * would check each entry; the sums by month are those that they would keep.
 */
export async function insertLedger(pool: Pool, platform: BenchPlatform, lines: number): Promise<LargeLedger> {
  const response = await fetch(`http://127.0.0.1:${platform.port}/accounting/chart-of-accounts`, {
    method: "POST",
    headers: { ...platform.headers, "content-type": "application/json" },
    body: JSON.stringify({ currency }),
  });
  if (!response.ok) throw new Error(`the chart was refused: ${await response.text()}`);
  const { accounts } = (await response.json()) as { accounts: { id: string; code: string }[] };
  const bankId = accounts.find(({ code }) => code === "1010")!.id;
  const others = accounts.filter(({ id }) => id !== bankId).map(({ id }) => id);
  const client = await pool.connect();
  try {
    const found = await client.query<{ id: string; owner_id: string }>(
      "SELECT ledger_id AS id, owner_id FROM accounting_accounts WHERE id = $1",
      [bankId],
    );
    const { id, owner_id: ownerId } = found.rows[0]!;
    await client.query("SET session_replication_role = replica");
    await client.query(entriesSql, [id, ownerId, Math.floor(lines / linesPerEntry)]);
    await client.query(linesSql, [id, bankId, others]);
    await client.query(balancesSql, [id]);
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM ANALYZE accounting_entries, accounting_lines, accounting_balances");
    return { id, currency, bankId };
  } finally {
    client.release();
  }
}

const entriesSql = `INSERT INTO accounting_entries (id, owner_id, ledger_id, date, fiscal_year, number, kind, is_closing, memo,
    line_count, total, attachments, created_by, created_at, posted_by, posted_at)
  SELECT 'jen_bench_' || n, $2, $1, date, extract(year FROM date), row_number() OVER (PARTITION BY extract(year FROM date) ORDER BY n),
    'standard', false, 'Made-up entry ' || n, ${linesPerEntry}, n % 90000 + n % 7000 + 2, '{}', $2, now(), $2, now()
  FROM (SELECT n, '2024-01-01'::date + (n * 730 / $3)::int AS date FROM generate_series(1, $3::bigint) n) e`;

/** Line 1 debits the bank, line 2 credits another account; lines 3 and 4 are between two others. */
const linesSql = `INSERT INTO accounting_lines (entry_id, line, owner_id, ledger_id, account_id, date, number, is_closing, debit,
    credit)
  SELECT id, line, owner_id, ledger_id,
    CASE line WHEN 1 THEN $2 ELSE ($3::text[])[1 + (n * (2 * line + 1)) % cardinality($3)] END, date, number, false,
    CASE WHEN line IN (1, 3) THEN amount ELSE 0 END, CASE WHEN line IN (2, 4) THEN amount ELSE 0 END
  FROM (
    SELECT e.*, s.line, CASE WHEN s.line <= 2 THEN n % 90000 + 1 ELSE n % 7000 + 1 END AS amount
    FROM (SELECT *, substr(id, 11)::bigint AS n FROM accounting_entries WHERE ledger_id = $1) e
    CROSS JOIN generate_series(1, ${linesPerEntry}) s(line)
  ) l`;

const balancesSql = `INSERT INTO accounting_balances (owner_id, ledger_id, account_id, month, is_closing, debit, credit)
  SELECT owner_id, ledger_id, account_id, date_trunc('month', date)::date, is_closing, sum(debit), sum(credit)
  FROM accounting_lines WHERE ledger_id = $1 GROUP BY 1, 2, 3, 4, 5`;
