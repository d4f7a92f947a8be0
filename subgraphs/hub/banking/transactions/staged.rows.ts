import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { ChangesPage, ProviderTransaction } from "../bank.port.ts";

/** One run of a sync, as its pages are kept until they are applied together. */
export interface StagedRun {
  runId: string;
  connectionId: string;
  ownerId: string;
}

/** Deletes pages of this and of earlier unfinished runs of the connection. */
export async function clearStaged(em: EntityManager, connectionId: string): Promise<void> {
  await executeSql(em, "DELETE FROM bank_staged_changes WHERE connection_id = $1", [connectionId]);
}

/** Stages one page; `from` is the position of its first change. Returns the position after its last one. */
export async function stagePage(
  em: EntityManager,
  { runId, connectionId, ownerId }: StagedRun,
  page: ChangesPage,
  from: number,
): Promise<number> {
  const changes = [
    ...page.added.map((change) => staged("added", change)),
    ...page.modified.map((change) => staged("modified", change)),
    // Last: a transaction that a page both adds and removes is removed.
    ...page.removed.map((providerId) => ({ kind: "removed", providerId, change: null })),
  ];
  await executeSql(
    em,
    `INSERT INTO bank_staged_changes (run_id, position, connection_id, owner_id, provider_id, kind, change)
     SELECT $1, $2::int + (row.ordinality - 1)::int, $3, $4, row.value->>'providerId', row.value->>'kind',
       NULLIF(row.value->'change', 'null')
     FROM jsonb_array_elements($5::jsonb) WITH ORDINALITY AS row`,
    [runId, from, connectionId, ownerId, JSON.stringify(changes)],
  );
  return from + changes.length;
}

/** Each change carries the id of the row that it may become. */
function staged(kind: "added" | "modified", change: ProviderTransaction) {
  return { kind, providerId: change.providerId, change: { ...change, newId: newId("btx") } };
}

/** What a run changed, among transactions not older than requested. */
export interface AppliedCounts {
  added: number;
  modified: number;
  removed: number;
}

/** The run's last word about each transaction. */
const final = `final AS MATERIALIZED (
  SELECT DISTINCT ON (provider_id) provider_id, kind, change FROM bank_staged_changes WHERE run_id = $1
  ORDER BY provider_id, position DESC)`;

const fields = `jsonb_to_record(final.change) AS t("newId" text, "providerAccountId" text, "pendingProviderId" text,
  amount bigint, currency text, date date, "authorizedDate" date, name text, "merchantName" text, category jsonb,
  pending boolean, "paymentChannel" text, "logoUrl" text)`;

/**
 * Applies a run to the stored transactions and deletes its pages. Idempotent: the last change of a transaction in the
 * run wins. Transactions that are removed, or replaced by the posted one, stay as `removed`; a posted one inherits the
 * owner's changes to the pending one. Counts those of `since` or later.
 */
export async function applyStaged(
  em: EntityManager,
  run: StagedRun & { itemId: string; now: Date; since: string },
): Promise<AppliedCounts> {
  const { runId, connectionId, ownerId, itemId, now, since } = run;
  await addMissingAccounts(em, run);
  const [written] = await executeSql<{ added: number; modified: number }>(
    em,
    `WITH ${final}, written AS (
       INSERT INTO bank_transactions (id, connection_id, account_id, owner_id, item_id, provider_id, pending_provider_id,
         amount, currency, date, authorized_date, name, merchant_name, category_primary, category_detailed,
         category_confidence, pending, payment_channel, logo_url, status, created_at, updated_at)
       SELECT t."newId", $2, a.id, $3, $4, final.provider_id, t."pendingProviderId", t.amount, t.currency, t.date,
         t."authorizedDate", t.name, t."merchantName", t.category->>'primary', t.category->>'detailed',
         t.category->>'confidence', t.pending, t."paymentChannel", t."logoUrl", 'active', $5, $5
       FROM final, ${fields}, bank_accounts a
       WHERE final.kind <> 'removed' AND a.connection_id = $2 AND a.provider_account_id = t."providerAccountId"
       ON CONFLICT (connection_id, provider_id) DO UPDATE SET account_id = EXCLUDED.account_id,
         item_id = EXCLUDED.item_id, pending_provider_id = EXCLUDED.pending_provider_id, amount = EXCLUDED.amount,
         currency = EXCLUDED.currency, date = EXCLUDED.date, authorized_date = EXCLUDED.authorized_date,
         name = EXCLUDED.name, merchant_name = EXCLUDED.merchant_name, category_primary = EXCLUDED.category_primary,
         category_detailed = EXCLUDED.category_detailed, category_confidence = EXCLUDED.category_confidence,
         pending = EXCLUDED.pending, payment_channel = EXCLUDED.payment_channel, logo_url = EXCLUDED.logo_url,
         status = 'active', updated_at = EXCLUDED.updated_at
       RETURNING id, provider_id, date),
     counted AS (
       SELECT old.id IS NULL OR old.status = 'removed' AS is_new FROM written
       LEFT JOIN bank_transactions old ON old.connection_id = $2 AND old.provider_id = written.provider_id
       WHERE written.date >= $6)
     SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS modified FROM counted`,
    [runId, connectionId, ownerId, itemId, now, since],
  );
  await linkPosted(em, run);
  const removed = await removeGone(em, run);
  await executeSql(em, "DELETE FROM bank_staged_changes WHERE run_id = $1", [runId]);
  return { ...written!, removed };
}

/** An account that shows up with its transactions before it is in the list of accounts. */
async function addMissingAccounts(
  em: EntityManager,
  { runId, connectionId, ownerId, now }: StagedRun & { now: Date },
): Promise<void> {
  const missing = await executeSql<{ account: string; currency: string }>(
    em,
    `SELECT DISTINCT ON (s.change->>'providerAccountId') s.change->>'providerAccountId' AS account,
       s.change->>'currency' AS currency
     FROM bank_staged_changes s WHERE s.run_id = $1 AND s.change IS NOT NULL AND NOT EXISTS (
       SELECT FROM bank_accounts a WHERE a.connection_id = $2
         AND a.provider_account_id = s.change->>'providerAccountId')`,
    [runId, connectionId],
  );
  for (const { account, currency } of missing) {
    await executeSql(
      em,
      `INSERT INTO bank_accounts (id, connection_id, owner_id, provider_account_id, name, type, currency, balances_as_of,
         is_active, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'Account', 'other', $5, $6, false, $6, $6)`,
      [newId("bacc"), connectionId, ownerId, account, currency, now],
    );
  }
}

/** Links posted transactions of the run to the pending ones they replace, once, with the owner's changes. */
async function linkPosted(em: EntityManager, { runId, connectionId }: StagedRun): Promise<void> {
  await executeSql(
    em,
    `WITH ${final}
     UPDATE bank_transactions posted SET pending_transaction_id = pending.id,
       note = COALESCE(posted.note, pending.note), own_category = COALESCE(posted.own_category, pending.own_category)
     FROM bank_transactions pending, final
     WHERE posted.connection_id = $2 AND posted.provider_id = final.provider_id AND final.kind <> 'removed'
       AND final.change->>'pendingProviderId' IS NOT NULL
       AND posted.pending_transaction_id IS NULL AND pending.connection_id = $2
       AND pending.provider_id = posted.pending_provider_id`,
    [runId, connectionId],
  );
}

/** Returns how many transactions were removed. */
async function removeGone(
  em: EntityManager,
  { runId, connectionId, now, since }: StagedRun & { now: Date; since: string },
): Promise<number> {
  const [row] = await executeSql<{ removed: number }>(
    em,
    `WITH ${final}, gone AS (
       UPDATE bank_transactions t SET status = 'removed', updated_at = $3
       WHERE t.connection_id = $2 AND t.status = 'active' AND (
         t.provider_id IN (SELECT provider_id FROM final WHERE kind = 'removed')
         OR t.provider_id IN (SELECT change->>'pendingProviderId' FROM final
           WHERE kind <> 'removed' AND change->>'pendingProviderId' IS NOT NULL))
       RETURNING date)
     SELECT count(*) FILTER (WHERE date >= $4)::int AS removed FROM gone`,
    [runId, connectionId, now, since],
  );
  return row?.removed ?? 0;
}

/**
 * After a new login of a connection the provider calls every transaction otherwise. Those of the earlier login that the
 * first run of the new one brings again (same account, day, amount and name) go on under the new name, with their ids
 * and what their owner wrote; the others of the time that it covers are taken back. Call before `applyStaged`.
 */
export async function adoptEarlierLogin(
  em: EntityManager,
  { runId, connectionId, itemId, now }: StagedRun & { itemId: string; now: Date },
): Promise<void> {
  const sql = "SELECT 1 FROM bank_transactions WHERE connection_id = $1 AND item_id <> $2 LIMIT 1";
  if ((await executeSql(em, sql, [connectionId, itemId])).length === 0) return;
  await executeSql(
    em,
    `WITH ${final}, incoming AS (
       SELECT final.provider_id, a.id AS account_id, t.date, t.amount, t.name, row_number() OVER (
         PARTITION BY a.id, t.date, t.amount, t.name ORDER BY final.provider_id) AS nth
       FROM final, ${fields}, bank_accounts a
       WHERE final.kind <> 'removed' AND a.connection_id = $2 AND a.provider_account_id = t."providerAccountId"),
     earlier AS (
       SELECT id, account_id, date, amount, name, row_number() OVER (
         PARTITION BY account_id, date, amount, name ORDER BY id) AS nth
       FROM bank_transactions WHERE connection_id = $2 AND item_id <> $3 AND status = 'active')
     UPDATE bank_transactions t SET provider_id = incoming.provider_id, item_id = $3
     FROM earlier JOIN incoming USING (account_id, date, amount, name, nth) WHERE t.id = earlier.id`,
    [runId, connectionId, itemId],
  );
  await executeSql(
    em,
    `UPDATE bank_transactions SET status = 'removed', updated_at = $4
     WHERE connection_id = $2 AND item_id <> $3 AND status = 'active' AND date >= (
       SELECT min((change->>'date')::date) FROM bank_staged_changes WHERE run_id = $1 AND change IS NOT NULL)`,
    [runId, connectionId, itemId, now],
  );
}
