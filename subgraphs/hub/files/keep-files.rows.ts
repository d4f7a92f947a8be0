import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** Stored images of the account among these files; they are kept from now on, until they are deleted. */
export async function keepImages(
  em: EntityManager,
  { ownerId, ids, now }: { ownerId: string; ids: readonly string[]; now: Date },
): Promise<Set<string>> {
  const rows = await executeSql<{ id: string }>(
    em,
    `UPDATE files SET kept_until = NULL
     WHERE owner_id = $1 AND id = ANY ($2) AND content_type IN ('image/png', 'image/jpeg') AND stored_at IS NOT NULL
       AND deleted_at IS NULL AND NOT is_parted AND (kept_until IS NULL OR kept_until > $3)
     RETURNING id`,
    [ownerId, ids, now],
  );
  return new Set(rows.map(({ id }) => id));
}
