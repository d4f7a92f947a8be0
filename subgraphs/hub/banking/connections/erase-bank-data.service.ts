import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { lockConnection, updateConnection } from "./connection.rows.ts";
import { recordRemoval } from "./item-removal.service.ts";
import { openToken } from "../transactions/sync.service.ts";

/**
 * Deletes all bank data of erased accounts, and ends their logins at the provider. Returns how many connections there
 * were.
 */
export async function eraseBankData(ctx: HubContext): Promise<number> {
  const owned = await asSystem(ctx.em, (em) =>
    executeSql<{ id: string }>(
      em,
      "SELECT c.id FROM bank_connections c JOIN users u ON u.id = c.owner_id WHERE u.erased_at IS NOT NULL",
    ),
  );
  for (const { id: connectionId } of owned) {
    await asSystem(ctx.em, async (em) => {
      const row = await lockConnection(em, connectionId);
      if (!row) return;
      const { ownerId } = row;
      if (row.accessTokenSealed !== null)
        await recordRemoval(ctx, em, { connectionId, ownerId, accessToken: openToken(ctx, row) }, 0);
      await executeSql(em, "DELETE FROM bank_connections WHERE id = $1", [connectionId]);
    });
  }
  return owned.length;
}

/** Ends the logins of an account that is being erased at the provider, by a job. Their rows stay. Safe to run again. */
export async function endLoginsOf(ctx: HubContext, ownerId: string): Promise<void> {
  const sql = "SELECT id FROM bank_connections WHERE owner_id = $1 AND access_token_sealed IS NOT NULL";
  const open = await asSystem(ctx.em, (em) => executeSql<{ id: string }>(em, sql, [ownerId]));
  for (const { id: connectionId } of open) {
    await asSystem(ctx.em, async (em) => {
      const row = await lockConnection(em, connectionId);
      if (!row || row.accessTokenSealed === null) return;
      await recordRemoval(ctx, em, { connectionId, ownerId, accessToken: openToken(ctx, row) }, 0);
      const now = ctx.clock.now();
      const ended = { status: "disconnected", disconnected_at: now, updated_at: now } as const;
      await updateConnection(em, connectionId, { ...ended, item_id: null, access_token_sealed: null });
    });
  }
}
