import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { fileNotFound } from "../../files/files.errors.ts";

/** Keeps uploaded files of the account, which otherwise expire. Throws FILE_NOT_FOUND unless all are stored. */
export async function keepAttachments(
  em: EntityManager,
  ctx: HubContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const sql = `UPDATE files SET kept_until = NULL WHERE owner_id = $1 AND id = ANY ($2) AND stored_at IS NOT NULL
    AND deleted_at IS NULL AND (kept_until IS NULL OR kept_until > $3) RETURNING id`;
  const kept = await executeSql(em, sql, [ctx.principal.ownerId, ids, ctx.clock.now()]);
  if (kept.length < ids.length) throw fileNotFound();
}
