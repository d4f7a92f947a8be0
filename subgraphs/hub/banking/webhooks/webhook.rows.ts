import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";

export interface KeptWebhook {
  bodySha256: string;
  itemId: string | null;
  code: string | null;
  receivedAt: Date;
}

/** Keeps a verified webhook; false when the very same one was kept before. */
export async function keepVerified(
  em: EntityManager,
  webhook: KeptWebhook & { keyId: string; issuedAt: Date; status: "processed" | "ignored" },
): Promise<boolean> {
  const { receivedAt, status, bodySha256, keyId, issuedAt, itemId, code } = webhook;
  const rows = await executeSql(
    em,
    `INSERT INTO bank_webhooks (id, received_at, verified, status, body_sha256, key_id, issued_at, item_id, code)
     VALUES ($1, $2, true, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (body_sha256, key_id, issued_at) WHERE verified DO NOTHING RETURNING 1`,
    [newId("bwh"), receivedAt, status, bodySha256, keyId, issuedAt, itemId, code],
  );
  return rows.length > 0;
}

/** Counts a webhook without a valid signature. Its content is not kept. */
export async function countUnverified(
  em: EntityManager,
  { bodySha256, receivedAt, reason }: Pick<KeptWebhook, "bodySha256" | "receivedAt"> & { reason: string },
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO bank_webhooks (id, received_at, verified, status, body_sha256, reason)
     VALUES ($1, $2, false, 'unverified', $3, $4)
     ON CONFLICT (body_sha256) WHERE status = 'unverified'
     DO UPDATE SET seen = bank_webhooks.seen + 1, received_at = EXCLUDED.received_at, reason = EXCLUDED.reason`,
    [newId("bwh"), receivedAt, bodySha256, reason],
  );
}

/** Keeps a webhook whose key was unavailable, to check it later. */
export async function keepUnchecked(
  em: EntityManager,
  webhook: { id: string; receivedAt: Date; bodySha256: string; bodySealed: string; signatureSealed: string },
): Promise<void> {
  const { id, receivedAt, bodySha256, bodySealed, signatureSealed } = webhook;
  await executeSql(
    em,
    `INSERT INTO bank_webhooks (id, received_at, verified, status, body_sha256, body_sealed, signature_sealed)
     VALUES ($1, $2, false, 'unchecked', $3, $4, $5)`,
    [id, receivedAt, bodySha256, bodySealed, signatureSealed],
  );
}

export async function findUnchecked(
  em: EntityManager,
  id: string,
): Promise<{ receivedAt: Date; bodySealed: string; signatureSealed: string } | null> {
  const [row] = await executeSql<{ receivedAt: string; bodySealed: string; signatureSealed: string }>(
    em,
    `SELECT received_at AS "receivedAt", body_sealed AS "bodySealed", signature_sealed AS "signatureSealed"
     FROM bank_webhooks WHERE id = $1 AND status = 'unchecked'`,
    [id],
  );
  return row ? { ...row, receivedAt: new Date(row.receivedAt) } : null;
}

export async function deleteWebhook(em: EntityManager, id: string): Promise<void> {
  await executeSql(em, "DELETE FROM bank_webhooks WHERE id = $1", [id]);
}

/** Deletes webhooks received before a time; returns how many. */
export async function purgeWebhooksBefore(em: EntityManager, before: Date): Promise<number> {
  return (await executeSql(em, "DELETE FROM bank_webhooks WHERE received_at < $1 RETURNING 1", [before]))
    .length;
}
