/** Ten years of made-up transactions of one person, for `finance.ts`. */
import type { Pool } from "pg";
import type { BenchPlatform } from "./platform/servers.ts";

export interface LongHistory {
  ownerId: string;
  /** Accounts of the history, and one without transactions for imports. */
  accountIds: string[];
  emptyAccountId: string;
  categoryId: string;
  /** First and last day. */
  from: string;
  to: string;
}

const accountCount = 6;
const categoryCount = 40;
const payeeCount = 500;
/** A currency in which the demo person has no accounts. */
const currency = "NZD";
const to = "2025-12-31";
const from = "2016-01-01";

/** Accounts and categories by the platform, transactions and their payees as rows, in the time that they are dated. */
export async function insertHistory(
  pool: Pool,
  platform: BenchPlatform,
  transactions: number,
): Promise<LongHistory> {
  const ask = async (path: string, body: unknown): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${platform.port}/finance${path}`, {
      method: "POST",
      headers: { ...platform.headers, "x-app-id": "finance", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  const facts = { kind: "checking", currency, openingBalance: 1_000, openedOn: from };
  const accountIds: string[] = [];
  for (let at = 0; at <= accountCount; at++)
    accountIds.push(await ask("/accounts", { name: `Made up ${at}`, ...facts }));
  const categoryIds: string[] = [];
  for (let at = 0; at < categoryCount; at++)
    categoryIds.push(
      await ask("/categories", { name: `Made up ${at}`, kind: at % 8 === 0 ? "income" : "expense" }),
    );
  const emptyAccountId = accountIds.pop()!;
  const { rows } = await pool.query<{ owner_id: string }>(
    "SELECT owner_id FROM finance_accounts WHERE id = $1",
    [emptyAccountId],
  );
  const ownerId = rows[0]!.owner_id;
  await pool.query(payeesSql, [ownerId, payeeCount]);
  await pool.query(transactionsSql, [ownerId, accountIds, categoryIds, from, to, transactions, payeeCount]);
  await pool.query("VACUUM ANALYZE finance_transactions, finance_payees");
  return { ownerId, accountIds, emptyAccountId, categoryId: categoryIds[1]!, from, to };
}

const payeesSql = `INSERT INTO finance_payees (id, owner_id, name, created_at)
  SELECT 'pay_bench_' || n, $1, 'Made-up shop ' || n, now() FROM generate_series(1, $2::int) n`;

const transactionsSql = `INSERT INTO finance_transactions (id, owner_id, account_id, date, amount, payee_id, category_id, status, tags,
    reviewed, version, created_at, updated_at)
  SELECT 'trn_bench_' || n, $1, ($2::text[])[1 + n % cardinality($2)], day, CASE WHEN c % 8 = 1 THEN 1 ELSE -1 END * (n % 9000 + 100),
    'pay_bench_' || 1 + (n * 7) % $7::int, ($3::text[])[c], 'cleared', '[]', n % 3 = 0, 1, day, day
  FROM (SELECT n, 1 + n % cardinality($3::text[]) AS c, $4::date + (n * ($5::date - $4::date) / $6::bigint)::int AS day
    FROM generate_series(1, $6::bigint) n) t`;
