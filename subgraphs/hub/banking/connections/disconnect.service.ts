import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import type { HubContext } from "../../hub.context.ts";
import { emitBankEvent } from "./bank-events.service.ts";
import type { DisconnectBankInput } from "../banking-inputs.types.ts";
import type { DisconnectedBank } from "../banking.types.ts";
import { lockOwnConnection } from "./connection-access.service.ts";
import { updateConnection, type ConnectionRow } from "./connection.rows.ts";
import { recordRemoval, tryRemoval } from "./item-removal.service.ts";
import { openToken } from "../transactions/sync.service.ts";

/**
 * Ends a connection: it imports nothing more, its token is erased, and the login is ended at the provider, by a job
 * when that fails now. Imported data stays. Idempotent. Throws CONNECTION_NOT_FOUND.
 */
export async function disconnectBank(ctx: HubContext, input: DisconnectBankInput): Promise<DisconnectedBank> {
  const { connectionId } = input;
  return onceOutside(
    ctx,
    { operation: "disconnectBank", input },
    {
      record: async (em) => {
        const row = await lockOwnConnection(ctx, em, connectionId);
        if (row.status === "disconnected") return { removalId: null };
        const login = { connectionId, ownerId: row.ownerId, accessToken: openToken(ctx, row) };
        const removalId = await recordRemoval(ctx, em, login);
        await endConnection(em, row, { now: ctx.clock.now(), errorCode: null });
        return { removalId };
      },
      act: async ({ removalId }) => {
        if (removalId !== null) await tryRemoval(ctx, removalId);
      },
      settle: async () => ({ connectionId, status: "disconnected" }),
    },
  );
}

/** Ends a locked connection, erases its token and emits an event. */
export async function endConnection(
  em: EntityManager,
  row: ConnectionRow,
  { now, errorCode }: { now: Date; errorCode: string | null },
): Promise<void> {
  const status = "disconnected";
  await updateConnection(em, row.id, {
    status,
    error_code: errorCode,
    disconnected_at: now,
    updated_at: now,
    item_id: null,
    access_token_sealed: null,
    sync_cursor: null,
    sync_claim: null,
  });
  await emitBankEvent(em, "bank.disconnected", row, { status, errorCode });
}
