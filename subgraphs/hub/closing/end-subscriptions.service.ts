import { copyContext } from "../../../src/context.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { cancelSubscription } from "../subscriptions/change-subscription.service.ts";
import { selectClosure, selectLiveSubscriptions } from "./closure.rows.ts";

/**
 * Lets the subscriptions of a closed organization end with their periods. `ctx` acts for the account. Safe to run again.
 * Does nothing when the organization was opened again, or closed anew since.
 */
export async function endSubscriptions(
  ctx: HubContext,
  { accountId, closedAt }: { accountId: string; closedAt: string },
): Promise<void> {
  const live = await asSystem(
    ctx.em,
    async (em) => {
      const row = await selectClosure(em, accountId);
      const closed = row?.closedAt ?? null;
      const isSame = closed !== null && new Date(closed).toISOString() === closedAt;
      return isSame ? selectLiveSubscriptions(em, accountId) : [];
    },
    { readOnly: true },
  );
  for (const { appId, isEnding } of live) {
    if (isEnding) continue;
    // A client's key cannot contain a space.
    const idempotencyKey = `closure ${closedAt} ${appId}`;
    await cancelSubscription(copyContext(ctx, { idempotencyKey }), { appId, cancelAtPeriodEnd: true });
  }
}
