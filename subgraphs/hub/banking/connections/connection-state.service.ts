import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { emitBankEvent } from "./bank-events.service.ts";
import { BankProviderFault } from "../bank.port.ts";
import { needsReauth } from "../banking.errors.ts";
import { lockConnection, updateConnection, type ConnectionRow } from "./connection.rows.ts";

/** States that a connection may change to, besides disconnected. */
export interface NewState {
  status: "active" | "needs_reauth" | "error";
  errorCode: string | null;
}

/**
 * Changes the state of a locked connection and emits an event. No-op when the state is the same or the connection has
 * ended.
 */
export async function changeState(
  em: EntityManager,
  row: ConnectionRow,
  { status, errorCode }: NewState,
  now: Date,
): Promise<void> {
  if (row.status === "disconnected" || (row.status === status && row.errorCode === errorCode)) return;
  await updateConnection(em, row.id, { status, error_code: errorCode, updated_at: now });
  const told = { needs_reauth: "bank.needs_reauth", error: "bank.error", active: null } as const;
  const type = told[status];
  if (type !== null && row.status !== status) await emitBankEvent(em, type, row, { status, errorCode });
}

/**
 * Records what a provider fault says about a connection: it needs a new login, or it no longer exists. Other faults are
 * temporary and change nothing. Returns the error to throw.
 */
export async function recordFault(
  ctx: HubContext,
  { id, itemId }: Pick<ConnectionRow, "id" | "itemId">,
  thrown: unknown,
): Promise<unknown> {
  if (!(thrown instanceof BankProviderFault)) return thrown;
  const { kind, providerCode: errorCode } = thrown;
  if (kind !== "login_required" && kind !== "item_gone") return thrown;
  const status = kind === "login_required" ? "needs_reauth" : "error";
  await asSystem(ctx.em, async (em) => {
    const row = await lockConnection(em, id);
    // The connection may have a new login by now.
    if (row?.itemId === itemId) await changeState(em, row, { status, errorCode }, ctx.clock.now());
  });
  return kind === "login_required" ? needsReauth("needs_reauth") : thrown;
}
