import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  chargesOf,
  insertAll,
  keptMinor,
  refundsOf,
  type ChargeRow,
  type ChargeSubject,
  type RefundReason,
} from "./charge.rows.ts";
import { closeCheckoutsJob } from "./close-checkouts.job.ts";
import { refundChargeJob } from "./refund-charge.job.ts";
import { sendRefundMailJob } from "./send-refund-mail.job.ts";

/**
 * Ends the payments of a booking or registration in the open transaction: pages at the processor close, and what was paid beyond
 * `keepMinor` goes back by a job, once. The caller holds the lock on the booking or registration. Returns what goes back.
 */
export async function settleCharges(
  em: EntityManager,
  ctx: GatewayContext,
  subject: ChargeSubject,
  { keepMinor, reason }: { keepMinor: number; reason: RefundReason },
): Promise<number> {
  const charges = await chargesOf(em, subject, true);
  if (charges.length === 0) return 0;
  const open = charges.filter(({ status }) => status === "open" || status === "failed");
  if (open.length > 0)
    await enqueue(em, closeCheckoutsJob, { ownerId: open[0]!.ownerId, chargeIds: open.map(({ id }) => id) });
  const paid = charges.filter(({ status }) => status === "succeeded");
  const refunds = await refundsOf(
    em,
    paid.map(({ id }) => id),
  );
  const left = paid.reduce((sum, charge) => sum + keptMinor(charge, refunds), 0);
  const total = Math.max(0, left - keepMinor);
  let rest = total;
  for (const charge of paid.toReversed()) {
    const amountMinor = Math.min(rest, keptMinor(charge, refunds));
    if (amountMinor > 0) await startRefund(em, ctx, charge, { amountMinor, reason });
    rest -= amountMinor;
  }
  return total;
}

/** Records a refund and enqueues it, with a mail to the payer. The caller holds the lock on the charge and knows what is left of it. */
export async function startRefund(
  em: EntityManager,
  ctx: GatewayContext,
  { id: chargeId, ownerId }: ChargeRow,
  { amountMinor, reason }: { amountMinor: number; reason: RefundReason },
): Promise<string> {
  const at = ctx.clock.now().toISOString();
  const id = newId("bcr");
  await insertAll(em, "booking_charge_refunds", [
    {
      id,
      ownerId,
      chargeId,
      amountMinor,
      reason,
      // Money that bought nothing goes back with the platform's part.
      returnsFee: reason === "late",
      status: "pending",
      processorRefundId: null,
      failureReason: null,
      createdAt: at,
      updatedAt: at,
    },
  ]);
  await enqueue(em, refundChargeJob, { ownerId, refundId: id });
  await enqueue(em, sendRefundMailJob, { ownerId, refundId: id });
  return id;
}
