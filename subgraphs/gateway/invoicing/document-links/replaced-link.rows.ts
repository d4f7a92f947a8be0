import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Keeps that a link was replaced, which the answer to its holder says. Repeated, it changes nothing. */
export async function keepReplaced(
  em: EntityManager,
  { ownerId, tokenHash, now }: { ownerId: string; tokenHash: string; now: Date },
): Promise<void> {
  const sql = `INSERT INTO replaced_links (token_hash, owner_id, replaced_at) VALUES ($1, $2, $3)
    ON CONFLICT (token_hash) DO NOTHING`;
  await executeSql(em, sql, [tokenHash, ownerId, now]);
}

/** True for a link that worked once and was replaced or revoked. */
export async function wasReplaced(em: EntityManager, tokenHash: string): Promise<boolean> {
  const sql = "SELECT 1 FROM replaced_links WHERE token_hash = $1";
  return (await executeSql(em, sql, [tokenHash])).length > 0;
}
