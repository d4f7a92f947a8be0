import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { PayrollContext } from "../payroll.context.ts";
import { applyEvents, followTransfers, lockRun } from "./apply-events.service.ts";
import type { PayoutEvent } from "./payouts.port.ts";
import { findRows, insertAll, lockTransferId } from "./transfers.rows.ts";

/**
 * Reads what the provider reported since the last time, and moves transfers and their runs. Events of transfers whose ID is
 * not stored yet are kept for them. Idempotent. Throws PayoutFault.
 */
export async function syncTransfers(ctx: PayrollContext): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const last = `SELECT coalesce(max(event_id), 0)::float8 AS id FROM payroll_transfer_events`;
    const [after] = await asSystem(ctx.em, (em) => executeSql<{ id: number }>(em, last, []), {
      readOnly: true,
    });
    const page = await ctx.ports.payouts.readEvents(after!.id);
    if (page.events.length === 0) return;
    await asSystem(ctx.em, (em) => takePage(em, ctx, page.events));
    hasMore = page.hasMore;
  }
}

async function takePage(
  em: EntityManager,
  ctx: PayrollContext,
  events: readonly PayoutEvent[],
): Promise<void> {
  const now = ctx.clock.now().toISOString();
  const providerIds = [...new Set(events.map(({ transferId }) => transferId))].toSorted();
  // In one order, so that two readers of a page wait for each other.
  for (const id of providerIds) await lockTransferId(em, id);
  // An event without news is kept too: the next page begins after it.
  const rows = events.map(({ eventId, transferId, type, failureCode, occurredAt }) => ({
    eventId,
    providerId: transferId,
    type: type ?? ("other" as const),
    failureCode,
    occurredAt: occurredAt.toISOString(),
  }));
  await insertAll(em, "payroll_transfer_events", rows, "ON CONFLICT DO NOTHING");
  const known = await findRows(em, "payroll_transfers", "provider_id = ANY ($1)", [providerIds]);
  for (const [runId] of [...Map.groupBy(known, (one) => one.runId)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const run = await lockRun(em, runId);
    const ofRun = "run_id = $1 AND provider_id = ANY ($2)";
    for (const transfer of await findRows(em, "payroll_transfers", ofRun, [runId, providerIds]))
      await applyEvents(em, transfer, transfer.providerId!, now);
    await followTransfers(em, run, now);
  }
}
