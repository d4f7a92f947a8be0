import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { RecipientProfile } from "./recipient-profile.ts";
import type { TinType } from "./tin.ts";

/** A recipient as it is stored, once for an owner and number. */
export interface Recipient {
  id: string;
  tinType: TinType;
  tinSealed: string;
  tinFingerprint: string;
  tinLast4: string;
  profile: RecipientProfile;
}

const columns = `id, tin_type AS "tinType", tin_sealed AS "tinSealed", tin_fingerprint AS "tinFingerprint",
  tin_last4 AS "tinLast4", profile`;

/** Associated data of a sealed number: it can be opened for its own row only. */
export function tinPlace(recipientId: string): string {
  return `tax_recipients.tin.${recipientId}`;
}

/** The owner's recipient of this id; null when it does not exist. */
export async function findRecipient(
  em: EntityManager,
  ownerId: string,
  id: string,
): Promise<Recipient | null> {
  const sql = `SELECT ${columns} FROM tax_recipients WHERE owner_id = $1 AND id = $2`;
  return (await executeSql<Recipient>(em, sql, [ownerId, id]))[0] ?? null;
}

/** Inserts the recipient, or updates the owner's one of this number; returns the row. */
export async function upsertRecipient(
  em: EntityManager,
  { ownerId, recipient, now }: { ownerId: string; recipient: Recipient; now: Date },
): Promise<Recipient> {
  const { id, tinType, tinSealed, tinFingerprint, tinLast4, profile } = recipient;
  const sql = `INSERT INTO tax_recipients (id, owner_id, tin_type, tin_sealed, tin_fingerprint, tin_last4, profile, created_at,
      updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $8)
    ON CONFLICT (owner_id, tin_fingerprint) DO UPDATE SET tin_type = $3, profile = $7::jsonb, updated_at = $8
    RETURNING ${columns}`;
  const number = [tinType, tinSealed, tinFingerprint, tinLast4];
  const [row] = await executeSql<Recipient>(em, sql, [id, ownerId, ...number, JSON.stringify(profile), now]);
  return row!;
}
