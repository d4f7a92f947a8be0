import { randomUUID } from "node:crypto";

/** Runs SQL past all row level security. */
export type RunSql = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** A person without limits and with credits, whose ledger can be checked completely. */
export interface Spender {
  ownerId: string;
  headers: Record<string, string>;
}

/** More than any run can spend, in hundredths. */
const credits = 1_000_000_000;

/** New people with an enterprise plan and a lot of bought credits each. */
export async function openSpenders(sql: RunSql, issuer: string, count: number): Promise<Spender[]> {
  const owners = Array.from({ length: count }, () => `usr_${randomUUID().replaceAll("-", "")}`);
  // A statement of its own: it opens the accounts that the others name.
  await sql(
    `INSERT INTO hub.users (id, email, email_verified, created_at, last_seen_at)
     SELECT id, id || '@people.example', true, now(), now() FROM unnest($1::text[]) AS id`,
    [owners],
  );
  await sql(
    `WITH owners AS (SELECT unnest($1::text[]) AS id),
       plans AS (
         INSERT INTO hub.entitlements (owner_id, app_id, tier)
         SELECT id, app_id, tier FROM owners, (VALUES ('central', 'enterprise'), ('invoicer', 'business')) AS t (app_id, tier)),
       accounts AS (
         INSERT INTO hub.credit_accounts (id, owner_id, app_id, pool, balance, created_at)
         SELECT 'acc_' || id, id, 'central', 'standard', $2::bigint, now() FROM owners RETURNING id, owner_id)
     INSERT INTO hub.credit_lots (id, account_id, owner_id, source, remaining, created_at)
     SELECT 'lot_' || id, id, owner_id, 'paid', $2::bigint, now() FROM accounts`,
    [owners, credits],
  );
  return Promise.all(
    owners.map(async (ownerId) => ({
      ownerId,
      headers: { authorization: `Bearer ${await tokenOf(issuer, ownerId)}` },
    })),
  );
}

async function tokenOf(issuer: string, sub: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ sub, email: `${sub}@people.example`, expiresInSeconds: 86_400 }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** The ledger of these people. */
export interface Books {
  /** How often each write is in the ledger or among the invoices, by the client's mark on it. */
  counts: Map<string, number>;
  /** Inconsistencies, in words; empty when there are none. */
  faults: string[];
}

/** Reads the ledger: every entry, balance, posting, lot and hold of these people must agree with the others. */
export async function readBooks(sql: RunSql, people: readonly Spender[]): Promise<Books> {
  const owners = people.map(({ ownerId }) => ownerId);
  const marks = await sql<{ mark: string; count: number }>(
    `SELECT description AS mark, count(*)::int AS count FROM hub.credit_entries
       WHERE owner_id = ANY($1) AND description LIKE 'mark-%' GROUP BY 1
     UNION ALL
     SELECT notes, count(*)::int FROM gateway.invoices WHERE owner_id = ANY($1) AND notes LIKE 'mark-%' GROUP BY 1`,
    [owners],
  );
  const [sums] = await sql<Record<string, number>>(
    `SELECT
       (SELECT count(*)::int FROM hub.credit_accounts a WHERE owner_id = ANY($1) AND balance <> $2::bigint +
          coalesce((SELECT sum(amount) FROM hub.credit_entries e WHERE e.account_id = a.id), 0)) AS balances,
       (SELECT count(*)::int FROM hub.credit_accounts a WHERE owner_id = ANY($1) AND balance <>
          (SELECT sum(remaining) FROM hub.credit_lots l WHERE l.account_id = a.id)) AS lots,
       (SELECT count(*)::int FROM (SELECT entry_id FROM hub.credit_postings WHERE owner_id = ANY($1)
          GROUP BY entry_id HAVING sum(amount) <> 0) AS p) AS postings,
       (SELECT count(*)::int FROM hub.credit_accounts a WHERE owner_id = ANY($1) AND held <>
          coalesce((SELECT sum(amount) FROM hub.credit_holds h
                    WHERE h.account_id = a.id AND h.status = 'pending'), 0)) AS holds,
       (SELECT count(*)::int FROM gateway.invoices i WHERE owner_id = ANY($1)) -
       (SELECT count(*)::int FROM hub.credit_entries e WHERE owner_id = ANY($1)
          AND e.type IN ('hold_capture', 'consume') AND e.operation = 'invoice.create') AS charges`,
    [owners, credits],
  );
  const faults = Object.entries(sums ?? {}).flatMap(([what, count]) =>
    count === 0 ? [] : [`${what}: ${count} do not add up`],
  );
  return { counts: new Map(marks.map(({ mark, count }) => [mark, count])), faults };
}
