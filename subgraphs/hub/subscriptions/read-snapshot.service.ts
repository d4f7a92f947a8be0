import { planKeys } from "../../../src/access/principal.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { findPrice } from "../pricing/pricing.service.ts";
import type { ProcessorSubscription } from "../processor/processor.port.ts";
import { applySnapshot, type Applied, type SubscriptionReading } from "./apply-snapshot.service.ts";
import { findByProcessorId, selectSubscriptions } from "./subscription.rows.ts";
import type { StoredSubscription } from "./subscription.ts";

/**
 * Reads a subscription from the processor, with all data to apply it; null when the processor does not know it. Outside
 * of transactions. Throws PROCESSOR_ERROR, and the price list's errors for a price seen for the first time.
 */
export async function readSnapshot(
  ctx: HubContext,
  processorSubscriptionId: string,
): Promise<SubscriptionReading | null> {
  const base = await findByProcessorId(ctx.em, processorSubscriptionId);
  const snapshot = await ctx.ports.processor.readSubscription(processorSubscriptionId);
  if (!snapshot) return null;
  const planId = await planOf(ctx, snapshot, base);
  return { snapshot, planId, baseRevision: base?.revision ?? null };
}

/**
 * The same for every subscription of a customer that is live here. One that the processor does not know any more went
 * with its customer: it is shown as ended now.
 */
export async function readCustomersSubscriptions(
  ctx: HubContext,
  customerId: string,
): Promise<SubscriptionReading[]> {
  const live = await asSystem(ctx.em, (em) =>
    selectSubscriptions(em, "processor_customer_id = $1 AND status <> 'canceled'", [customerId]),
  );
  return Promise.all(
    live.map(
      async (stored) => (await readSnapshot(ctx, stored.processorSubscriptionId)) ?? goneReading(ctx, stored),
    ),
  );
}

function goneReading(ctx: HubContext, stored: StoredSubscription): SubscriptionReading {
  const now = ctx.clock.now();
  const snapshot: ProcessorSubscription = {
    ...stored,
    id: stored.processorSubscriptionId,
    customerId: stored.processorCustomerId,
    processorStatus: "canceled",
    interval: stored.interval === "yearly" ? "year" : "month",
    canceledAt: stored.canceledAt ?? now,
    endedAt: now,
    pause: null,
    latestInvoiceId: null,
    metadata: {},
  };
  return { snapshot, planId: stored.planId, baseRevision: stored.revision };
}

/** Reads a subscription again and applies it; null when the processor does not know it. */
export async function refreshSubscription(
  ctx: HubContext,
  processorSubscriptionId: string,
): Promise<Applied | null> {
  const reading = await readSnapshot(ctx, processorSubscriptionId);
  return reading && asSystem(ctx.em, (em) => applySnapshot(ctx, em, reading));
}

/** The plan of its price: as we know it, as the price list says, or as the metadata says that we gave it. */
async function planOf(
  ctx: HubContext,
  { priceId, metadata }: ProcessorSubscription,
  base: StoredSubscription | null,
): Promise<string | null> {
  if (base?.priceId === priceId) return base.planId;
  const named = asTier(metadata["planId"]);
  const appId = base?.appId ?? metadata["appId"];
  if (appId === undefined) return null;
  try {
    const listed = asTier((await findPrice(ctx, appId, priceId))?.planId);
    if (listed !== null) return listed;
  } catch (error) {
    if (!(error instanceof DomainError) || named === null) throw error;
  }
  if (named === null) {
    ctx.log.error({ alert: "unknown_price", appId }, "A subscription has a price of no known plan");
  }
  return named;
}

/** Tiers that an account can hold in an app. */
const tiers = new Set<string>([...planKeys, "integration"]);

function asTier(planId: string | undefined): string | null {
  return planId !== undefined && tiers.has(planId) ? planId : null;
}
