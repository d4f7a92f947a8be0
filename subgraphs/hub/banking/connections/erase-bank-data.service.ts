import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { lockConnection } from "./connection.rows.ts";
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
