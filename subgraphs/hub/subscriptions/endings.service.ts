import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { recordEntry } from "../../../src/access/audit-entry.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import type { ProcessorSubscription } from "../processor/processor.port.ts";
import { applySnapshot } from "./apply-snapshot.service.ts";
import { readSnapshot } from "./read-snapshot.service.ts";

/** The newest of the customer; one that is refused has one of them, rarely two. */
const maxInvoices = 100;

interface Ending {
  processorSubscriptionId: string;
  ownerId: string;
  appId: string;
  reason: "duplicate" | "account_erased";
  /** True when it never gave anything. */
  isRefunded: boolean;
}

/**
 * Ends unusable subscriptions at the processor: duplicates, and those of erased accounts. Returns how many. A failure
 * is logged and retried by the next run. Payments for a duplicate that never gave access are refunded; one that is the
 * only one by now is adopted instead.
 */
export async function endUnusable(ctx: HubContext, batchSize = 50): Promise<number> {
  const open = await asSystem(ctx.em, (em) =>
    executeSql<Ending>(
      em,
      `SELECT processor_subscription_id AS "processorSubscriptionId", owner_id AS "ownerId", app_id AS "appId", reason,
         is_refunded AS "isRefunded" FROM subscription_endings WHERE ended_at IS NULL ORDER BY asked_at LIMIT $1`,
      [batchSize],
    ),
  );
  let ended = 0;
  for (const ending of open) {
    try {
      await endOne(ctx, ending);
      ended++;
    } catch (error) {
      const { processorSubscriptionId, reason } = ending;
      ctx.log.error(
        { err: error, processorSubscriptionId, reason },
        "A subscription could not be ended at the processor",
      );
    }
  }
  return ended;
}

async function endOne(ctx: HubContext, ending: Ending): Promise<void> {
  const { processorSubscriptionId: id, reason, isRefunded, appId } = ending;
  const shown = await ctx.ports.processor.readSubscription(id);
  const isOver = shown === null || ["canceled", "incomplete_expired"].includes(shown.processorStatus);
  if (!isOver && reason === "duplicate" && (await isAlone(ctx, id))) return settle(ctx, id);
  if (!isOver) await ctx.ports.processor.cancelSubscription(id, `hub:end:${id}`);
  const refunded = isRefunded && shown ? await refundPayments(ctx, shown) : [];
  const last = await readSnapshot(ctx, id);
  if (last) await asSystem(ctx.em, (em) => applySnapshot(ctx, em, last));
  await settle(ctx, id);
  await recordEntry(ctx, {
    id: newId("aud"),
    action: "subscription.ended_at_processor",
    appId,
    targetType: "PlanSubscription",
    targetId: null,
    outcome: "ok",
    code: null,
    changes: { processorSubscriptionId: id, ownerId: ending.ownerId, appId, reason, refunded },
  });
}

/** Refunds a subscription's payments, each once; returns their ids. */
async function refundPayments(ctx: HubContext, { id, customerId }: ProcessorSubscription): Promise<string[]> {
  const { processor } = ctx.ports;
  const invoices = await processor.listInvoices({ customerId, limit: maxInvoices });
  const paid = invoices.filter(({ subscriptionId, status }) => subscriptionId === id && status === "paid");
  const refunded: string[] = [];
  for (const invoice of paid) {
    const paymentIntentId = await processor.readInvoicePayment(invoice.id);
    if (paymentIntentId === null) continue;
    await processor.refundDuplicate(paymentIntentId, `hub:refund:${invoice.id}`);
    refunded.push(paymentIntentId);
  }
  return refunded;
}

/** True when the other subscription has ended: then this one is adopted after all. */
async function isAlone(ctx: HubContext, id: string): Promise<boolean> {
  const reading = await readSnapshot(ctx, id);
  if (!reading) return false;
  const { outcome } = await asSystem(ctx.em, (em) => applySnapshot(ctx, em, reading));
  return outcome !== "duplicate";
}

function settle(ctx: HubContext, id: string): Promise<void> {
  return asSystem(ctx.em, async (em) => {
    const sql = "UPDATE subscription_endings SET ended_at = $2 WHERE processor_subscription_id = $1";
    await executeSql(em, sql, [id, ctx.clock.now()]);
  });
}
