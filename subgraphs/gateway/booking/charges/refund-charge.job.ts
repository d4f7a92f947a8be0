import { z } from "zod";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { processorIdOf } from "../../base/payments/payment-account.rows.ts";
import type { PaymentContext } from "../../base/payments/payment.context.ts";
import { applyOutcome } from "./charge-refunds.service.ts";
import { findRows, lockCharge } from "./charge.rows.ts";

const payload = z.object({ ownerId: z.string(), refundId: z.string() });

/** Makes a refund at the processor, which sees each one once, and keeps its state. Idempotent. */
export const refundChargeJob = defineJob<typeof payload, JobContext>({
  name: "refund-booking-charge",
  schema: payload,
  retry: { limit: 20, delaySeconds: 10, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: ({ ownerId, refundId }, { context }) =>
    refundCharge(context.contextIn("gateway", ownerId) as PaymentContext, refundId),
});

/** Finishes a refund that has no state of the processor yet. Repeated, it changes nothing. */
async function refundCharge(ctx: PaymentContext, refundId: string): Promise<void> {
  const found = await inTransaction(
    ctx,
    async (em) => {
      const [refund] = await findRows(em, "booking_charge_refunds", "id = $1", [refundId]);
      if (refund?.status !== "pending" || refund.processorRefundId !== null) return null;
      const [charge] = await findRows(em, "booking_charges", "id = $1", [refund.chargeId]);
      return { refund, charge: charge!, accountId: await processorIdOf(em, charge!.paymentAccountId) };
    },
    { readOnly: true },
  );
  if (found === null) return;
  const { refund, charge, accountId } = found;
  const { amountMinor: amount, returnsFee } = refund;
  const asked = { paymentIntentId: charge.paymentIntentId!, amount, returnsFee, reference: refundId };
  const key = `hub:booking-refund:${refundId}`;
  const facts = await ctx.ports.processor.createRefund(accountId!, asked, key);
  const rejected = { refundId: null, status: "failed", failureReason: "rejected" } as const;
  await inTransaction(ctx, async (em) => {
    const locked = (await lockCharge(em, charge.id))!;
    const [known] = await findRows(em, "booking_charge_refunds", "id = $1", [refundId]);
    await applyOutcome(em, ctx, locked, { known: known!, outcome: facts ?? rejected });
  });
}
