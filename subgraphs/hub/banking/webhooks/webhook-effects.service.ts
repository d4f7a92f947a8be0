import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { payoutQueue } from "../../../../src/jobs/payout-queue.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { syncQueue } from "../banking-queues.ts";
import { changeState } from "../connections/connection-state.service.ts";
import { lockConnection, updateConnection, type ConnectionRow } from "../connections/connection.rows.ts";
import { endConnection } from "../connections/disconnect.service.ts";
import type { BankEvent } from "./webhook-body.ts";

/** Effect of the provider's codes on a connection. */
const effects: Record<string, "sync" | "needs_reauth" | "disconnected" | "active"> = {
  SYNC_UPDATES_AVAILABLE: "sync",
  ITEM_LOGIN_REQUIRED: "needs_reauth",
  PENDING_DISCONNECT: "needs_reauth",
  PENDING_EXPIRATION: "needs_reauth",
  USER_PERMISSION_REVOKED: "disconnected",
  USER_ACCOUNT_REVOKED: "disconnected",
  LOGIN_REPAIRED: "active",
};

/** Codes that are not about whether the login works. */
const plainCode =
  /^(INITIAL_UPDATE|HISTORICAL_UPDATE|DEFAULT_UPDATE|TRANSACTIONS_REMOVED|NEW_ACCOUNTS_AVAILABLE|WEBHOOK_\w+|RECURRING_\w+)$/;

/**
 * Applies a verified webhook in the open transaction, if `keep` says that it is the first of its kind. Ignores webhooks
 * of a login that is not connected (yet), and of a state older than the last one received.
 */
export async function applyBankEvent(
  ctx: HubContext,
  em: EntityManager,
  bankEvent: BankEvent,
  issuedAt: Date,
  keep: (status: "processed" | "ignored") => Promise<boolean>,
): Promise<"processed" | "ignored" | "duplicate"> {
  if (bankEvent.code === "TRANSFER_EVENTS_UPDATE") return announceTransfers(em, keep);
  const connection = await connectionOf(em, bankEvent.itemId);
  const effect =
    bankEvent.code !== null && Object.hasOwn(effects, bankEvent.code) ? effects[bankEvent.code] : undefined;
  const isWanted = connection !== null && (effect !== undefined || isError(bankEvent.code));
  const status = isWanted ? "processed" : "ignored";
  if (!(await keep(status))) return "duplicate";
  if (connection === null || !isWanted) return status;
  if (effect === "sync") {
    await enqueue(em, syncQueue, { connectionId: connection.id }, { singletonKey: connection.id });
    return status;
  }
  if (await isOutdated(em, connection.id, issuedAt)) return status;
  const now = ctx.clock.now();
  if (bankEvent.consentExpiresAt)
    await updateConnection(em, connection.id, { consent_expires_at: bankEvent.consentExpiresAt });
  if (effect === "disconnected") await endConnection(em, connection, { now, errorCode: bankEvent.code });
  else {
    const errorCode = effect === "active" ? null : bankEvent.code;
    await changeState(em, connection, { status: effect ?? "error", errorCode }, now);
  }
  // Imports what accumulated while the login did not work.
  if (effect === "active")
    await enqueue(em, syncQueue, { connectionId: connection.id }, { singletonKey: connection.id });
  return status;
}

/** News of payouts, which belong to no login: the gateway reads them. */
async function announceTransfers(
  em: EntityManager,
  keep: (status: "processed") => Promise<boolean>,
): Promise<"processed" | "duplicate"> {
  // They all look alike: two within a second are taken for copies, and either may announce what the other's job did not read.
  await enqueue(em, payoutQueue, {}, { singletonKey: payoutQueue.name });
  return (await keep("processed")) ? "processed" : "duplicate";
}

function isError(code: string | null): boolean {
  return code !== null && /^[A-Z][A-Z_]+$/.test(code) && !plainCode.test(code);
}

async function connectionOf(em: EntityManager, itemId: string | null): Promise<ConnectionRow | null> {
  if (itemId === null) return null;
  const sql = "SELECT id FROM bank_connections WHERE item_id = $1";
  const [row] = await executeSql<{ id: string }>(em, sql, [itemId]);
  const connection = row ? await lockConnection(em, row.id) : null;
  return connection?.itemId === itemId ? connection : null;
}

/** True when something newer was received before; otherwise records this as the newest. */
async function isOutdated(em: EntityManager, id: string, issuedAt: Date): Promise<boolean> {
  const sql = `UPDATE bank_connections SET told_at = $2 WHERE id = $1 AND (told_at IS NULL OR told_at <= $2) RETURNING 1`;
  return (await executeSql(em, sql, [id, issuedAt])).length === 0;
}
