import { onceOutside } from "../../../src/db/outside-effect.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import type { PriceChange } from "../processor/processor.port.ts";
import { applySnapshot } from "./apply-snapshot.service.ts";
import { planChange, previewProration } from "./change-preview.service.ts";
import { refreshSubscription } from "./read-snapshot.service.ts";
import { needsChange } from "./subscription-guards.ts";
import { toPlanSubscription } from "./subscription-view.ts";
import { lockInApp } from "./subscription.rows.ts";
import { subscriptionNotFound } from "./subscriptions.errors.ts";
import type { Proration, SubscriptionUpdate, UpdateSubscriptionInput } from "./subscriptions.types.ts";
import { accessPolicy } from "./write-subscription.service.ts";

/** A change as it was previewed, and as it is then made: both are counted for the same moment. */
interface PreviewedChange {
  planId: string;
  change: PriceChange;
  proration: Proration | null;
}

/**
 * Moves the account's subscription to another price of the app, at once. The same price changes nothing. Throws
 * SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_STATE_CONFLICT once it has ended, PRICE_MISMATCH for a price that the app does
 * not sell or sells in another currency.
 */
export async function updateSubscription(
  ctx: HubContext,
  input: UpdateSubscriptionInput,
): Promise<SubscriptionUpdate> {
  const { appId, newPriceId: priceId } = input;
  const ownerId = ctx.principal.ownerId ?? "";
  await requireOwnApp(ctx, appId);
  const { processor } = ctx.ports;
  let contested: string | null = null;
  const answer = await changeAccess(ctx, ownerId, () =>
    onceOutside(
      ctx,
      { operation: "updateSubscription", input },
      {
        prepare: () => plan(ctx, input),
        record: async (em, planned) => {
          const stored = await lockInApp(em, ownerId, appId);
          if (!stored) throw subscriptionNotFound();
          const isNeeded = needsChange(stored, { operation: "update", priceId }, ctx.clock.now());
          return { stored, planned: isNeeded ? planned : null };
        },
        act: async ({ stored, planned }, key) => {
          if (!planned) return null;
          const metadata = { userId: ownerId, appId, planId: planned.planId };
          return processor.changePrice(stored.processorSubscriptionId, { ...planned.change, metadata }, key);
        },
        settle: async (em, { stored, planned }, snapshot) => {
          const reading = { planId: planned?.planId ?? null, baseRevision: stored.revision, isReply: true };
          const applied = snapshot && (await applySnapshot(ctx, em, { ...reading, snapshot }));
          if (applied?.outcome === "contested") contested = stored.processorSubscriptionId;
          const subscription = applied?.subscription ?? stored;
          return {
            subscription: toPlanSubscription(subscription, ctx.clock.now(), accessPolicy(ctx)),
            message: planned
              ? `Plan changed to ${subscription.planId}.`
              : "The subscription already has this plan.",
            proration: planned?.proration ?? null,
          };
        },
      },
    ),
  );
  if (contested !== null) await refreshSubscription(ctx, contested);
  return answer;
}

/** Null when there is nothing to change. */
async function plan(ctx: HubContext, input: UpdateSubscriptionInput): Promise<PreviewedChange | null> {
  const planned = await planChange(ctx, input);
  if (!planned.isNeeded) return null;
  const { planId, change } = planned;
  return { planId, change, proration: await previewProration(ctx, planned) };
}
