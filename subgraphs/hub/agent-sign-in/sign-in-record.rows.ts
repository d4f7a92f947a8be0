import type { EntityManager } from "@mikro-orm/postgresql";
import { createHash } from "node:crypto";
import { agentSessionOf } from "../../../src/access/agent-session.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { SaveSignInRecordInput, SignInRecordKey } from "./sign-in-records.types.ts";

export interface RecordRow {
  payload: Record<string, unknown>;
  consumedAt: string | null;
}

/**
 * A record that has not expired. Undefined for any other, and for a refresh token whose session the person has revoked.
 */
export async function findRecord(
  em: EntityManager,
  { kind, id, uid }: SignInRecordKey,
  now: Date,
): Promise<RecordRow | undefined> {
  const [column, value] = uid ? ["uid", uid] : ["id_hash", hashOf(kind, id ?? "")];
  const sql = `SELECT r.payload, r.consumed_at AS "consumedAt" FROM sign_in_records r
    WHERE r.kind = $1 AND r.${column} = $2 AND r.expires_at > $3 AND NOT (r.kind = 'RefreshToken' AND EXISTS (
      SELECT 1 FROM user_sessions s
      WHERE s.owner_id = r.owner_id AND s.issuer_session = $4 || r.grant_id AND s.revoked_at IS NOT NULL))`;
  const parameters = [kind, value, now, agentSessionOf("")];
  const [row] = await asSystem(em, (own) => executeSql<RecordRow>(own, sql, parameters));
  return row;
}

/** Stores a record, or replaces the one of the same ID. */
export async function saveRecord(em: EntityManager, input: SaveSignInRecordInput): Promise<void> {
  const { kind, id, ownerId, grantId, uid, payload, expiresAt } = input;
  const sql = `INSERT INTO sign_in_records (kind, id_hash, owner_id, grant_id, uid, payload, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (kind, id_hash) DO UPDATE SET owner_id = EXCLUDED.owner_id, grant_id = EXCLUDED.grant_id,
      uid = EXCLUDED.uid, payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at`;
  const values = [ownerId ?? null, grantId ?? null, uid ?? null, JSON.stringify(payload), expiresAt];
  await asSystem(em, (own) => executeSql(own, sql, [kind, hashOf(kind, id), ...values]));
}

/** Marks a code or token as used; false when it was used before. */
export async function consumeRecord(
  em: EntityManager,
  kind: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const sql = `UPDATE sign_in_records SET consumed_at = $3
    WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING 1`;
  const rows = await asSystem(em, (own) => executeSql(own, sql, [kind, hashOf(kind, id), now]));
  return rows.length > 0;
}

export async function deleteRecord(em: EntityManager, kind: string, id: string): Promise<void> {
  const sql = "DELETE FROM sign_in_records WHERE kind = $1 AND id_hash = $2";
  await asSystem(em, (own) => executeSql(own, sql, [kind, hashOf(kind, id)]));
}

/** Deletes everything of a sign-in; returns the person's ID, or null for an unknown one. */
export async function deleteGrant(em: EntityManager, grantId: string): Promise<string | null> {
  const sql = `DELETE FROM sign_in_records WHERE grant_id = $1 OR (kind = 'Grant' AND id_hash = $2)
    RETURNING owner_id AS "ownerId"`;
  const rows = await executeSql<{ ownerId: string | null }>(em, sql, [grantId, hashOf("Grant", grantId)]);
  return rows.find(({ ownerId }) => ownerId !== null)?.ownerId ?? null;
}

/** Deletes expired records; returns how many. */
export function purgeRecords(em: EntityManager, now: Date): Promise<number> {
  const sql = "DELETE FROM sign_in_records WHERE expires_at <= $1 RETURNING 1";
  return asSystem(em, async (own) => (await executeSql(own, sql, [now])).length);
}

function hashOf(kind: string, id: string): string {
  return createHash("sha256").update(`${kind} ${id}`).digest("hex");
}
