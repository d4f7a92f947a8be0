import type { EntityManager } from "@mikro-orm/postgresql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type { RefundFacts } from "../../base/payments/payment-processor.port.ts";
import { noteDepositRefund, takeBackDepositRefund } from "../deposits/online-deposits.service.ts";
import { emitChargeEvent } from "./charge-events.service.ts";
import { insertAll, refundsOf, updateRow, type ChargeRefundRow, type ChargeRow } from "./charge.rows.ts";
import { newId } from "../../../../src/ids.ts";

/** What became of a refund; without an ID where the processor never had it. */
type RefundOutcome = Pick<RefundFacts, "status" | "failureReason"> & { refundId: string | null };

/**
 * Applies the refunds of a payment: those that we made get their state at the processor, others are recorded. The caller holds the
 * lock on the charge; returns it as it is then.
 */
export async function applyRefunds(
  em: EntityManager,
  ctx: GatewayContext,
  charge: ChargeRow,
  refunds: readonly RefundFacts[],
): Promise<ChargeRow> {
  let row = charge;
  for (const refund of refunds) {
    const known = (await refundsOf(em, [row.id])).find(
      ({ id, processorRefundId }) => processorRefundId === refund.refundId || id === refund.reference,
    );
    if (!known && refund.status === "failed") continue;
    row = await applyOutcome(em, ctx, row, {
      known: known ?? (await note(em, ctx, row, refund)),
      outcome: refund,
    });
  }
  return row;
}

/** Keeps what the processor says about a refund. A failed one stays failed; what succeeded is never pending again. */
export async function applyOutcome(
  em: EntityManager,
  ctx: GatewayContext,
  charge: ChargeRow,
  { known, outcome }: { known: ChargeRefundRow; outcome: RefundOutcome },
): Promise<ChargeRow> {
  const { status, refundId: processorRefundId, failureReason } = outcome;
  if (known.status === "failed" || (known.status === "succeeded" && status !== "failed")) return charge;
  if (known.status === status && known.processorRefundId === processorRefundId) return charge;
  const updatedAt = ctx.clock.now().toISOString();
  await updateRow(em, "booking_charge_refunds", known.id, {
    status,
    processorRefundId,
    failureReason,
    updatedAt,
  });
  if (status === "pending") return charge;
  const { amountMinor } = known;
  const change = status === "succeeded" ? amountMinor : known.status === "succeeded" ? -amountMinor : 0;
  const row = { ...charge, refundedMinor: charge.refundedMinor + change };
  if (change !== 0)
    await updateRow(em, "booking_charges", row.id, { refundedMinor: row.refundedMinor, updatedAt });
  if (change > 0) await noteDepositRefund(em, ctx, row, known);
  if (change < 0) await takeBackDepositRefund(em, ctx, row, known);
  await emitChargeEvent(em, row, status === "succeeded" ? "refunded" : "refund_failed", amountMinor);
  return row;
}

/** A refund that was made at the processor. */
async function note(
  em: EntityManager,
  ctx: GatewayContext,
  { id: chargeId, ownerId }: ChargeRow,
  { amount: amountMinor }: RefundFacts,
): Promise<ChargeRefundRow> {
  const at = ctx.clock.now().toISOString();
  const row: ChargeRefundRow = {
    id: newId("bcr"),
    ownerId,
    chargeId,
    amountMinor,
    reason: "elsewhere",
    returnsFee: false,
    status: "pending",
    processorRefundId: null,
    failureReason: null,
    createdAt: at,
    updatedAt: at,
  };
  await insertAll(em, "booking_charge_refunds", [row]);
  return row;
}
