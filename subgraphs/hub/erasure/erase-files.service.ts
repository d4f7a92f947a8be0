import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { markDeleted } from "../files/file.rows.ts";
import { removeBytes } from "../files/files.service.ts";
import type { HubContext } from "../hub.context.ts";

const batchRows = 100;

/** Removes the bytes of all files of an account, archives included. Safe to run again. Throws when the store does. */
export async function eraseFiles(ctx: HubContext, accountId: string): Promise<void> {
  const sql = "SELECT id FROM files WHERE owner_id = $1 AND purged_at IS NULL ORDER BY id LIMIT $2";
  for (;;) {
    const files = await asSystem(ctx.em, (em) => executeSql<{ id: string }>(em, sql, [accountId, batchRows]));
    if (files.length === 0) return;
    for (const { id } of files) {
      await asSystem(ctx.em, (em) => markDeleted(em, id, ctx.clock.now()));
      await removeBytes(ctx, id);
    }
  }
}
