import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { applySnapshot } from "./apply-snapshot.service.ts";
import { readSnapshot } from "./read-snapshot.service.ts";
import { changedFields } from "./subscription-events.ts";
import { selectSubscriptions } from "./subscription.rows.ts";
import type { StoredSubscription } from "./subscription.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Reads every live subscription that was neither changed nor read for a day, and applies the processor's data.
 * Differences are in the audit trail as `reconciliation.drift`. Returns how many differed. One that the processor does
 * not know keeps its state, since a wrong key is more likely than the end of all of them; it is logged and audited.
 */
export async function reconcileSubscriptions(ctx: HubContext, batchSize = 100): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - dayMs);
  let drifted = 0;
  const seen: string[] = [];
  for (;;) {
    const due = await asSystem(ctx.em, (em) =>
      selectSubscriptions(
        em,
        `status <> 'canceled' AND updated_at < $1 AND checked_at < $1 AND id <> ALL($2) ORDER BY checked_at, id LIMIT $3`,
        [before, seen, batchSize],
      ),
    );
    for (const stored of due) {
      seen.push(stored.id);
      drifted += await reconcileOne(ctx, stored).catch((error: unknown) => {
        ctx.log.error({ err: error, subscriptionId: stored.id }, "A subscription could not be reconciled");
        return 0;
      });
    }
    if (due.length < batchSize) return drifted;
  }
}

async function reconcileOne(ctx: HubContext, before: StoredSubscription): Promise<0 | 1> {
  const reading = await readSnapshot(ctx, before.processorSubscriptionId);
  return asSystem(ctx.em, async (em) => {
    const applied = reading && (await applySnapshot(ctx, em, reading));
    if (applied?.outcome === "stale") return 0;
    await executeSql(em, "UPDATE subscriptions SET checked_at = $2 WHERE id = $1", [
      before.id,
      ctx.clock.now(),
    ]);
    const after = applied?.subscription ?? before;
    const fields = changedFields(before, after);
    const drift = reading
      ? Object.fromEntries(fields.map((name) => [name, { ours: before[name], theirs: after[name] }]))
      : { processorSubscriptionId: { ours: before.processorSubscriptionId, theirs: null } };
    if (Object.keys(drift).length === 0) return 0;
    ctx.log.warn({ alert: "reconciliation_drift", subscriptionId: before.id }, "A subscription had drifted");
    await writeOwnEntry(em, ctx, {
      id: newId("aud"),
      action: "reconciliation.drift",
      appId: before.appId,
      targetType: "PlanSubscription",
      targetId: before.id,
      outcome: "ok",
      code: null,
      changes: drift,
    });
    return 1;
  });
}
