import { currencyDecimals } from "../../../src/currency.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { DomainError } from "../../../src/errors.ts";
import { toMajor } from "../../../src/money.ts";
import { requireAllowedApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { findPrice } from "../pricing/pricing.service.ts";
import type { PriceChange } from "../processor/processor.port.ts";
import { applySnapshot } from "./apply-snapshot.service.ts";
import { refreshSubscription } from "./read-snapshot.service.ts";
import { needsChange } from "./subscription-guards.ts";
import { toPlanSubscription } from "./subscription-view.ts";
import { lockInApp } from "./subscription.rows.ts";
import type { StoredSubscription } from "./subscription.ts";
import { subscriptionNotFound } from "./subscriptions.errors.ts";
import { findStored } from "./subscriptions.service.ts";
import type { Proration, SubscriptionUpdate, UpdateSubscriptionInput } from "./subscriptions.types.ts";
import { accessPolicy } from "./write-subscription.service.ts";

/** A change as it was previewed, and as it is then made: both are counted for the same moment. */
interface PlannedChange {
  planId: string;
  change: PriceChange;
  proration: Proration | null;
}

/**
 * Moves the caller's subscription to another price of the app, at once. The same price changes nothing. Throws
 * SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_STATE_CONFLICT once it has ended, PRICE_MISMATCH for a price that the app does not
 * sell or sells in another currency.
 */
export async function updateSubscription(
  ctx: HubContext,
  input: UpdateSubscriptionInput,
): Promise<SubscriptionUpdate> {
  const { appId, newPriceId: priceId } = input;
  const ownerId = ctx.principal.ownerId ?? "";
  requireAllowedApp(ctx, appId);
  const { processor } = ctx.ports;
  let contested: string | null = null;
  const answer = await changeAccess(ctx, ownerId, () =>
    onceOutside(
      ctx,
      { operation: "updateSubscription", input },
      {
        prepare: () => planChange(ctx, input),
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
            message: planned ? `The plan is ${subscription.planId} now.` : "The plan is this one already.",
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
async function planChange(
  ctx: HubContext,
  { appId, newPriceId, prorationBehavior }: UpdateSubscriptionInput,
): Promise<PlannedChange | null> {
  const now = ctx.clock.now();
  const stored = await findStored(ctx, appId);
  if (!stored) throw subscriptionNotFound();
  if (!needsChange(stored, { operation: "update", priceId: newPriceId }, now)) return null;
  const price = await findPrice(ctx, appId, newPriceId);
  if (!price?.isActive || price.currency !== stored.currency) {
    throw new DomainError("PRICE_MISMATCH", "The price is none that this subscription can change to.");
  }
  const change = {
    priceId: newPriceId,
    proration: prorationBehavior,
    prorationAt: withinPeriod(stored, now),
  };
  return { planId: price.planId, change, proration: await previewProration(ctx, stored, change) };
}

async function previewProration(
  ctx: HubContext,
  { processorCustomerId: customerId, processorSubscriptionId: subscriptionId }: StoredSubscription,
  change: PriceChange,
): Promise<Proration | null> {
  if (change.proration === "none") return null;
  const preview = await ctx.ports.processor.previewInvoice({ customerId, subscriptionId, change });
  const lines = preview?.lines.filter(({ proration }) => proration) ?? [];
  if (!preview || lines.length === 0) return null;
  const minor = lines.reduce((sum, { amount }) => sum + amount, 0);
  const amount = toMajor(minor, currencyDecimals(preview.currency));
  return { amount, currency: preview.currency, effectiveAt: change.prorationAt };
}

/** To the second, as the processor counts, and within the period, which is all it can divide. */
function withinPeriod({ currentPeriodStart, currentPeriodEnd }: StoredSubscription, now: Date): Date {
  const time = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.min(Math.max(time, currentPeriodStart.getTime()), currentPeriodEnd.getTime()));
}
