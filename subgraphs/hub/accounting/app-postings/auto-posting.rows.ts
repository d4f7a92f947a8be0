import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";

/** An app whose records are posted without being asked. */
export interface AutoPostingRow {
  ownerId: string;
  app: string;
  postsFrom: string;
  updatedBy: string;
  updatedAt: string;
}

const table = "accounting_auto_postings";
const { findRows } = plainRows<{ [table]: AutoPostingRow }>();

export function listAutoPostings(em: EntityManager, ownerId: string): Promise<AutoPostingRow[]> {
  return findRows(em, table, "t.owner_id = $1 ORDER BY t.app", [ownerId]);
}

/** Those of some accounts and apps, which are given as pairs in two lists. */
export function findAutoPostings(
  em: EntityManager,
  owners: readonly string[],
  apps: readonly string[],
): Promise<AutoPostingRow[]> {
  const where = "(t.owner_id, t.app) IN (SELECT * FROM unnest($1::text[], $2::text[]))";
  return findRows(em, table, where, [owners, apps]);
}

export async function saveAutoPosting(em: EntityManager, row: AutoPostingRow): Promise<void> {
  const sql = `INSERT INTO accounting_auto_postings (owner_id, app, posts_from, updated_by, updated_at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (owner_id, app) DO UPDATE
    SET posts_from = excluded.posts_from, updated_by = excluded.updated_by, updated_at = excluded.updated_at`;
  await executeSql(em, sql, [row.ownerId, row.app, row.postsFrom, row.updatedBy, row.updatedAt]);
}

export async function deleteAutoPosting(em: EntityManager, ownerId: string, app: string): Promise<void> {
  await executeSql(em, "DELETE FROM accounting_auto_postings WHERE owner_id = $1 AND app = $2", [
    ownerId,
    app,
  ]);
}

/** Those of all accounts, in a transaction that sees every owner's rows. */
export function listAllAutoPostings(em: EntityManager): Promise<AutoPostingRow[]> {
  return findRows(em, table, "true ORDER BY t.owner_id, t.app", []);
}
