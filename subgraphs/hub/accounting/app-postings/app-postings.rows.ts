import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";

/** A record of an app that is in the books. */
export interface AppPostingRow {
  entryId: string;
  ownerId: string;
  ledgerId: string;
  app: string;
  kind: string;
  sourceId: string;
  version: number;
  digest: string;
  sourceDate: string;
  itemId: string | null;
  dueDate: string | null;
  reversalId: string | null;
  createdAt: string;
}

const table = "accounting_app_postings";
const { findRows, insertAll } = plainRows<{ [table]: AppPostingRow }>();

type Record = Pick<AppPostingRow, "ownerId" | "app" | "kind" | "sourceId">;

/** Every version of a record, the latest one first. */
export function findPostings(
  em: EntityManager,
  { ownerId, app, kind, sourceId }: Record,
): Promise<AppPostingRow[]> {
  const where = "t.owner_id = $1 AND t.app = $2 AND t.kind = $3 AND t.source_id = $4 ORDER BY t.version DESC";
  return findRows(em, table, where, [ownerId, app, kind, sourceId]);
}

/** Postings of an app that count, whose records are of these days. */
export function findCounting(
  em: EntityManager,
  { ownerId, app, from, to }: { ownerId: string; app: string; from: string; to: string },
): Promise<AppPostingRow[]> {
  const where = `t.owner_id = $1 AND t.app = $2 AND t.source_date BETWEEN $3 AND $4 AND t.reversal_id IS NULL
    ORDER BY t.source_date, t.kind, t.source_id`;
  return findRows(em, table, where, [ownerId, app, from, to]);
}

export async function insertPosting(em: EntityManager, row: AppPostingRow): Promise<void> {
  await insertAll(em, table, [row]);
}

/** Keeps which invoice a posting is about and when that is due. Neither changes an amount. */
export async function setItem(
  em: EntityManager,
  entryId: string,
  { item, dueOn }: { item: string | null; dueOn: string | null },
): Promise<void> {
  const sql = "UPDATE accounting_app_postings SET item_id = $2, due_date = $3 WHERE entry_id = $1";
  await executeSql(em, sql, [entryId, item, dueOn]);
}

export async function markReversed(em: EntityManager, entryId: string, reversalId: string): Promise<void> {
  await executeSql(em, "UPDATE accounting_app_postings SET reversal_id = $2 WHERE entry_id = $1", [
    entryId,
    reversalId,
  ]);
}

/** Lets one request at a time post records of apps for an account: two of them could wait for each other's numbers. */
export async function lockAppPostings(em: EntityManager, ownerId: string): Promise<void> {
  const key = `accounting-app-postings ${ownerId}`;
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [key]);
}
