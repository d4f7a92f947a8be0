import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { asOf } from "./subscription-states.ts";
import { selectSubscriptions } from "./subscription.rows.ts";
import { writeSubscription } from "./write-subscription.service.ts";

/**
 * Records and announces changes by time alone: an end date is reached, a pause or the grace period is over. Access is
 * checked by time anyway. Returns how many subscriptions changed. Calls no external service: if the processor
 * disagrees, its next event or the nightly reconciliation corrects it.
 */
export async function recordLapses(ctx: HubContext, batchSize = 200): Promise<number> {
  const now = ctx.clock.now();
  return asSystem(ctx.em, async (em) => {
    const where = "next_change_at <= $1 ORDER BY next_change_at, id LIMIT $2 FOR UPDATE SKIP LOCKED";
    const due = await selectSubscriptions(em, where, [now, batchSize]);
    for (const stored of due) await writeSubscription(ctx, em, stored, asOf(stored, now));
    return due.length;
  });
}
