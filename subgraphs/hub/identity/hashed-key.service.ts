import { hashKey } from "../../../src/access/key-format.ts";
import { keyIdOf } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";

/** A key as it was sent, and the table that holds its hash. */
interface SentKey {
  key: string;
  table: "api_keys" | "service_accounts";
}

/**
 * The row that holds a key's hash under any of the peppers, newest first. An active key that is still hashed with an
 * older pepper is hashed with the newest one, so each key costs this once.
 */
export async function findHashed<Row extends { id: string; status: string }>(
  ctx: HubContext,
  { key, table }: SentKey,
  find: (hash: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const { keyPepper, olderKeyPeppers } = ctx.ports;
  const newest = hashKey(keyPepper, key);
  const known = await find(newest);
  if (known) return known;
  for (const pepper of olderKeyPeppers) {
    const older = hashKey(pepper, key);
    const row = await find(older);
    if (row?.status === "active") await replaceHash(ctx, { table, id: row.id, older, newest });
    if (row) return row;
  }
  // Another request may have hashed it anew after the first lookup.
  return olderKeyPeppers.length > 0 ? find(newest) : undefined;
}

const updates = {
  api_keys: `UPDATE api_keys SET
      pepper_id = CASE WHEN key_hash = $2 THEN $4 ELSE pepper_id END,
      previous_pepper_id = CASE WHEN previous_key_hash = $2 THEN $4 ELSE previous_pepper_id END,
      key_hash = CASE WHEN key_hash = $2 THEN $3 ELSE key_hash END,
      previous_key_hash = CASE WHEN previous_key_hash = $2 THEN $3 ELSE previous_key_hash END
    WHERE id = $1 AND (key_hash = $2 OR previous_key_hash = $2)`,
  service_accounts: `UPDATE service_accounts SET key_hash = $3, pepper_id = $4 WHERE id = $1 AND key_hash = $2`,
} as const;

/** No-op when the key was replaced, or rehashed by another request. */
async function replaceHash(
  ctx: HubContext,
  { table, id, older, newest }: { table: SentKey["table"]; id: string; older: string; newest: string },
): Promise<void> {
  const parameters = [id, older, newest, keyIdOf(ctx.ports.keyPepper)];
  await asSystem(ctx.em, (em) => executeSql(em, updates[table], parameters));
  ctx.ports.callers.forget(id);
}
