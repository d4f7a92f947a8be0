import { currencyDecimals } from "../../../src/currency.ts";
import { toMajor } from "../../../src/money.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import type { ProcessorInvoicePreview } from "../processor/processor.port.ts";
import type { UpcomingInvoice } from "./billing.types.ts";
import { asOf } from "./subscription-states.ts";
import type { StoredSubscription } from "./subscription.ts";
import { findStored } from "./subscriptions.service.ts";

/** The next invoice in an app; null when there will be none. Throws PROCESSOR_ERROR. */
export async function readUpcomingInvoice(ctx: HubContext, appId: string): Promise<UpcomingInvoice | null> {
  await requireOwnApp(ctx, appId);
  const stored = await findStored(ctx, appId);
  if (!stored || stored.planId === "free" || !isBilled(stored, ctx.clock.now())) return null;
  const preview = await ctx.ports.processor.previewInvoice({
    customerId: stored.processorCustomerId,
    subscriptionId: stored.processorSubscriptionId,
  });
  return preview && toUpcomingInvoice(preview);
}

/** Whether it will be invoiced: it does not end, and its billing is not paused. */
export function isBilled(stored: StoredSubscription, now: Date): boolean {
  const { status, cancelAt, pause } = asOf(stored, now);
  return status !== "canceled" && cancelAt === null && pause?.behavior !== "void";
}

/** In major units, as API users see it. */
export function toUpcomingInvoice(preview: ProcessorInvoicePreview): UpcomingInvoice {
  const decimals = currencyDecimals(preview.currency);
  return {
    ...preview,
    amount: toMajor(preview.amount, decimals),
    lines: preview.lines.map((line) => ({ ...line, amount: toMajor(line.amount, decimals) })),
  };
}
