import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { SpenderAccount } from "./measure.ts";

/** More than any round can spend, in hundredths. */
const credits = 1_000_000_000;

/** New accounts with one lot of bought credits each. */
export async function openAccounts(admin: pg.Client, count: number): Promise<SpenderAccount[]> {
  const accounts = Array.from({ length: count }, () => {
    const suffix = randomUUID();
    return { id: `acc_${suffix}`, ownerId: `usr_${suffix}` };
  });
  const ids = accounts.map(({ id }) => id);
  const owners = accounts.map(({ ownerId }) => ownerId);
  await admin.query("BEGIN");
  await admin.query("SELECT set_config('app.system', 'on', true)");
  await admin.query(
    `INSERT INTO hub.credit_accounts (id, owner_id, app_id, pool, balance, created_at)
     SELECT id, owner_id, 'central', 'standard', $3, now() FROM unnest($1::text[], $2::text[]) AS a (id, owner_id)`,
    [ids, owners, credits],
  );
  await admin.query(
    `INSERT INTO hub.credit_lots (id, account_id, owner_id, source, remaining, created_at)
     SELECT 'lot_' || id, id, owner_id, 'paid', $3, now() FROM unnest($1::text[], $2::text[]) AS a (id, owner_id)`,
    [ids, owners, credits],
  );
  await admin.query("COMMIT");
  return accounts;
}

/** The spent amount in the accounts' rows, the number of entries, and the sum of all postings. */
export async function readBooks(
  admin: pg.Client,
  accounts: readonly SpenderAccount[],
): Promise<{ spent: number; entries: number; postings: number }> {
  const ids = accounts.map(({ id }) => id);
  const { rows } = await admin.query<{ spent: number; entries: number; postings: number }>(
    `SELECT (SELECT sum($2::bigint - balance)::float8 FROM hub.credit_accounts WHERE id = ANY($1)) AS spent,
       (SELECT count(*)::float8 FROM hub.credit_entries WHERE account_id = ANY($1)) AS entries,
       (SELECT coalesce(sum(p.amount), 0)::float8 FROM hub.credit_postings p
        JOIN hub.credit_entries e ON e.id = p.entry_id WHERE e.account_id = ANY($1)) AS postings`,
    [ids, credits],
  );
  return rows[0]!;
}
