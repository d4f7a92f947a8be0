import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { asOf } from "./subscription-states.ts";
import { selectSubscriptions } from "./subscription.rows.ts";
import { writeSubscription } from "./write-subscription.service.ts";

/**
 * Notes and tells what time alone has done: a set end has come, a pause is over, days of grace have run out. Access was
 * judged by time before; this makes it known. Answers how many subscriptions changed. Asks nobody outside: should the
 * processor see it otherwise, its next event or the nightly reading says so.
 */
export async function noteLapses(ctx: HubContext, batchSize = 200): Promise<number> {
  const now = ctx.clock.now();
  return asSystem(ctx.em, async (em) => {
    const where = "next_change_at <= $1 ORDER BY next_change_at, id LIMIT $2 FOR UPDATE SKIP LOCKED";
    const due = await selectSubscriptions(em, where, [now, batchSize]);
    for (const stored of due) await writeSubscription(ctx, em, stored, asOf(stored, now));
    return due.length;
  });
}
