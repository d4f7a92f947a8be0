import { currencyDecimals } from "../../../src/currency.ts";
import { DomainError } from "../../../src/errors.ts";
import { toMajor } from "../../../src/money.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { findPrice } from "../pricing/pricing.service.ts";
import type { PriceChange, ProcessorInvoicePreview } from "../processor/processor.port.ts";
import { needsChange } from "./subscription-guards.ts";
import type { StoredSubscription } from "./subscription.ts";
import { subscriptionNotFound } from "./subscriptions.errors.ts";
import { findStored } from "./subscriptions.service.ts";
import type { Proration, SubscriptionChangePreview, UpdateSubscriptionInput } from "./subscriptions.types.ts";
import { isBilled, readUpcomingInvoice, toUpcomingInvoice } from "./upcoming-invoice.service.ts";

/** A change of price that the app and the subscription's state allow. */
export interface PlanChange {
  stored: StoredSubscription;
  planId: string;
  interval: "monthly" | "yearly";
  change: PriceChange;
  isNeeded: boolean;
}

/**
 * Previews the cost of moving the account's subscription to a price. Read-only. Throws as the change itself:
 * SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_STATE_CONFLICT, PRICE_MISMATCH, PROCESSOR_ERROR.
 */
export async function previewSubscriptionChange(
  ctx: HubContext,
  input: UpdateSubscriptionInput,
): Promise<SubscriptionChangePreview> {
  await requireOwnApp(ctx, input.appId);
  const planned = await planChange(ctx, input);
  const { stored, planId, interval, isNeeded } = planned;
  const target = { appId: input.appId, planId, interval, priceId: input.newPriceId };
  if (!isNeeded) return { ...target, proration: null, invoice: await readUpcomingInvoice(ctx, input.appId) };
  const preview = await previewInvoice(ctx, planned);
  const isShown = preview !== null && isBilled(stored, ctx.clock.now());
  return {
    ...target,
    proration: prorationOf(planned, preview),
    invoice: isShown ? toUpcomingInvoice(preview) : null,
  };
}

/**
 * The requested change; a no-op when the subscription has this price already. Throws SUBSCRIPTION_NOT_FOUND,
 * SUBSCRIPTION_STATE_CONFLICT once it has ended, PRICE_MISMATCH for a price that the app does not sell or sells in
 * another currency.
 */
export async function planChange(
  ctx: HubContext,
  { appId, newPriceId, prorationBehavior }: UpdateSubscriptionInput,
): Promise<PlanChange> {
  const now = ctx.clock.now();
  const stored = await findStored(ctx, appId);
  if (!stored) throw subscriptionNotFound();
  const change = {
    priceId: newPriceId,
    proration: prorationBehavior,
    prorationAt: withinPeriod(stored, now),
  };
  const isNeeded = needsChange(stored, { operation: "update", priceId: newPriceId }, now);
  if (!isNeeded) return { stored, planId: stored.planId, interval: stored.interval, change, isNeeded };
  const price = await findPrice(ctx, appId, newPriceId);
  if (!price?.isActive || price.currency !== stored.currency) {
    throw new DomainError(
      "PRICE_MISMATCH",
      "This subscription cannot switch to that price. Choose an active price in its currency.",
    );
  }
  const interval = price.interval === "year" ? "yearly" : "monthly";
  return { stored, planId: price.planId, interval, change, isNeeded };
}

/** Proration of a planned change for the rest of the period; null when nothing is prorated. */
export async function previewProration(ctx: HubContext, planned: PlanChange): Promise<Proration | null> {
  if (planned.change.proration === "none") return null;
  return prorationOf(planned, await previewInvoice(ctx, planned));
}

function previewInvoice(
  ctx: HubContext,
  { stored, change }: PlanChange,
): Promise<ProcessorInvoicePreview | null> {
  const { processorCustomerId: customerId, processorSubscriptionId: subscriptionId } = stored;
  return ctx.ports.processor.previewInvoice({ customerId, subscriptionId, change });
}

function prorationOf({ change }: PlanChange, preview: ProcessorInvoicePreview | null): Proration | null {
  const lines = preview?.lines.filter(({ proration }) => proration) ?? [];
  if (!preview || change.proration === "none" || lines.length === 0) return null;
  const minor = lines.reduce((sum, { amount }) => sum + amount, 0);
  const amount = toMajor(minor, currencyDecimals(preview.currency));
  return { amount, currency: preview.currency, effectiveAt: change.prorationAt };
}

/** To the second, as the processor counts, and within the period, which is all it can divide. */
function withinPeriod({ currentPeriodStart, currentPeriodEnd }: StoredSubscription, now: Date): Date {
  const time = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.min(Math.max(time, currentPeriodStart.getTime()), currentPeriodEnd.getTime()));
}
