import type { EntityManager } from "@mikro-orm/postgresql";
import { sha256 } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";

/** Remembers a member whom an administrator removed: the person can rejoin by an invitation only. */
export async function blockRejoining(
  em: EntityManager,
  { ownerId, userId, removedBy, now }: { ownerId: string; userId: string; removedBy: string; now: Date },
): Promise<void> {
  const emailSql = "SELECT email FROM users WHERE id = $1";
  const [user] = await executeSql<{ email: string | null }>(em, emailSql, [userId]);
  const hash = user?.email ? hashOf(user.email) : null;
  await executeSql(
    em,
    `INSERT INTO account_removed_members (owner_id, user_id, email_hash, removed_by, removed_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (owner_id, user_id) DO UPDATE SET email_hash = EXCLUDED.email_hash,
       removed_by = EXCLUDED.removed_by, removed_at = EXCLUDED.removed_at`,
    [ownerId, userId, hash, removedBy, now],
  );
}

/** Whether an administrator removed this user, or another one with this address. */
export async function isRejoiningBlocked(
  em: EntityManager,
  { ownerId, userId, email }: { ownerId: string; userId: string; email: string },
): Promise<boolean> {
  const sql =
    "SELECT 1 FROM account_removed_members WHERE owner_id = $1 AND (user_id = $2 OR email_hash = $3)";
  return (await executeSql(em, sql, [ownerId, userId, hashOf(email)])).length > 0;
}

/** Forgets a removal, because an administrator has invited the person again. */
export async function allowRejoining(
  em: EntityManager,
  { ownerId, userId, email }: { ownerId: string; userId: string; email: string },
): Promise<void> {
  const sql = "DELETE FROM account_removed_members WHERE owner_id = $1 AND (user_id = $2 OR email_hash = $3)";
  await executeSql(em, sql, [ownerId, userId, hashOf(email)]);
}

/** The address itself is not stored, because the person may have the account erased. */
function hashOf(email: string): string {
  return sha256(email.toLowerCase()).toString("hex");
}
