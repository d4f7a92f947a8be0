import type { EntityManager } from "@mikro-orm/postgresql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type { PaymentFacts, RefundFacts } from "../../base/payments/payment-processor.port.ts";
import type { PaymentTaker } from "../../base/payments/payment-taker.service.ts";
import { recordOnlineDeposit } from "../deposits/online-deposits.service.ts";
import { keepRegistrationLonger, payRegistration } from "../ticketed-events/paid-registrations.service.ts";
import { lockRegistration } from "../ticketed-events/seats.service.ts";
import { emitChargeEvent } from "./charge-events.service.ts";
import { applyRefunds } from "./charge-refunds.service.ts";
import {
  chargesOf,
  findRows,
  keptMinor,
  lockCharge,
  refundsOf,
  updateRow,
  type ChargeRow,
} from "./charge.rows.ts";
import { keepBookingLonger, lockPaidBooking, payBooking } from "./paid-bookings.service.ts";
import { startRefund } from "./settle-charges.service.ts";

/** Payments of deposits and tickets. */
export const bookingCharges: PaymentTaker = {
  prefix: "bch",
  async readingsOf(em, { paymentIntentId, sessionId }, id) {
    const where = "id = $1 OR payment_intent_id = $2 OR session_id = $3";
    const [row] = await findRows(em, "booking_charges", where, [id, paymentIntentId, sessionId]);
    return row?.readings ?? 0;
  },
  async ownerOf(em, id, processorAccountId) {
    const where = `id = $1 AND EXISTS (SELECT FROM payment_accounts a
      WHERE a.id = payment_account_id AND a.processor_account_id = $2)`;
    return (await findRows(em, "booking_charges", where, [id, processorAccountId]))[0]?.ownerId ?? null;
  },
  async apply(em, ctx, id, { facts, isExpired, readings }) {
    const [seen] = await findRows(em, "booking_charges", "id = $1", [id]);
    if (!seen) return true;
    // What is paid for is locked before its payments, as where it is cancelled.
    const paidFor = await lockPaidFor(em, ctx, seen);
    const charge = (await lockCharge(em, id))!;
    if (charge.readings !== readings) return false;
    await updateRow(em, "booking_charges", id, { readings: readings + 1 });
    if (facts?.status === "succeeded") await applyPaid(em, ctx, charge, { facts, paidFor });
    else if (facts) await keepProgress(em, ctx, charge, { facts, paidFor });
    else if (isExpired && (charge.status === "open" || charge.status === "failed"))
      await updateRow(em, "booking_charges", id, { status: "expired", checkAt: null, updatedAt: nowOf(ctx) });
    return true;
  },
};

/** What a payment is for, locked. */
interface PaidFor {
  /** Takes the payment; false where nothing is to be paid any more. */
  take(): Promise<boolean>;
  /** Keeps the time or seats while a bank decides. */
  keepLonger(): Promise<void>;
}

async function lockPaidFor(em: EntityManager, ctx: GatewayContext, charge: ChargeRow): Promise<PaidFor> {
  if (charge.bookingId !== null) {
    const booking = await lockPaidBooking(em, charge.bookingId);
    return {
      take: () => payBooking(em, ctx, booking),
      keepLonger: () => keepBookingLonger(em, ctx, booking),
    };
  }
  const locked = await lockRegistration(em, charge.registrationId!);
  return {
    take: () => payRegistration(em, ctx, locked),
    keepLonger: () => keepRegistrationLonger(em, ctx, locked),
  };
}

/**
 * Keeps a payment that the processor has received, once, and its refunds. Money for what is not to be paid any more (it has expired,
 * was cancelled, or was paid before) goes back at once.
 */
async function applyPaid(
  em: EntityManager,
  ctx: GatewayContext,
  before: ChargeRow,
  { facts, paidFor }: { facts: PaymentFacts; paidFor: PaidFor },
): Promise<void> {
  const isNew = before.status !== "succeeded";
  let charge = before;
  if (isNew) {
    const { amount: amountMinor, paymentIntentId, chargeId, paidAt } = facts;
    const changes = {
      status: "succeeded",
      amountMinor,
      paymentIntentId,
      chargeId,
      paidAt: (paidAt ?? ctx.clock.now()).toISOString(),
      checkAt: null,
      updatedAt: nowOf(ctx),
    } as const;
    await updateRow(em, "booking_charges", before.id, changes);
    charge = { ...before, ...changes };
    await emitChargeEvent(em, charge, "received", amountMinor);
    if (charge.bookingId !== null) await recordOnlineDeposit(em, ctx, charge);
  }
  if (charge.feeMinor === null && facts.fee !== null)
    await updateRow(em, "booking_charges", charge.id, { feeMinor: facts.fee });
  const isDue = isNew && !(await isPaidBefore(em, charge)) && (await paidFor.take());
  charge = await applyRefunds(em, ctx, charge, [...facts.refunds, ...lostDisputes(facts)]);
  if (!isNew || isDue) return;
  const amountMinor = keptMinor(charge, await refundsOf(em, [charge.id]));
  if (amountMinor > 0) await startRefund(em, ctx, charge, { amountMinor, reason: "late" });
}

/** True where another page has taken the money before. */
async function isPaidBefore(
  em: EntityManager,
  { id, bookingId, registrationId }: ChargeRow,
): Promise<boolean> {
  const subject = bookingId === null ? { registrationId: registrationId! } : { bookingId };
  const others = (await chargesOf(em, subject)).filter((one) => one.id !== id && one.status === "succeeded");
  const refunds = await refundsOf(
    em,
    others.map((one) => one.id),
  );
  return others.some((one) => keptMinor(one, refunds) > 0);
}

/** Money that the payer's bank took back counts as paid back. */
function lostDisputes({ disputes }: PaymentFacts): RefundFacts[] {
  return disputes
    .filter(({ status }) => status === "lost")
    .map(({ disputeId: refundId, amount }) => ({
      refundId,
      amount,
      status: "succeeded",
      failureReason: null,
      reference: null,
    }));
}

/** A payment that was received never goes back; before that, the processor's word counts. */
async function keepProgress(
  em: EntityManager,
  ctx: GatewayContext,
  charge: ChargeRow,
  { facts, paidFor }: { facts: PaymentFacts; paidFor: PaidFor },
): Promise<void> {
  const { status, paymentIntentId, chargeId } = facts;
  if (charge.status === "succeeded" || status === "succeeded") return;
  const isOver = status === "failed" && new Date(charge.expiresAt) <= ctx.clock.now();
  await updateRow(em, "booking_charges", charge.id, {
    status: status === "open" && charge.status !== "processing" ? charge.status : status,
    paymentIntentId,
    chargeId,
    ...(isOver ? { checkAt: null } : {}),
    updatedAt: nowOf(ctx),
  });
  if (status === "processing" && charge.status !== "processing") await paidFor.keepLonger();
}

function nowOf({ clock }: GatewayContext): string {
  return clock.now().toISOString();
}
