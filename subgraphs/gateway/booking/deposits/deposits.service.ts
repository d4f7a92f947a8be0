import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { findBooking } from "../bookings/read-bookings.service.ts";
import { keptMinor, lockCharge, refundsOf } from "../charges/charge.rows.ts";
import { startRefund } from "../charges/settle-charges.service.ts";
import {
  announceDeposit,
  findOwn,
  insertAll,
  pageRows,
  presentDeposits,
  updateRow,
  type DepositRow,
} from "./deposit.rows.ts";
import type * as types from "./deposits.types.ts";

/**
 * Records a deposit that the account has received; no money moves. Throws NOT_FOUND for the booking, AMOUNT_PRECISION and
 * VALIDATION_ERROR for the amount.
 */
export function recordDeposit(
  ctx: GatewayContext,
  input: types.RecordDepositInput,
): Promise<types.BookingDeposit> {
  return exactlyOnce(ctx, { operation: "recordDeposit", input }, async (em) => {
    const booking = await findBooking(em, ctx, input.bookingId);
    const { currency } = booking;
    const now = ctx.clock.now().toISOString();
    const row: DepositRow = {
      id: newId("bdp"),
      ownerId: ownerOf(ctx),
      bookingId: booking.id,
      amountMinor: positiveMinor(input.amount, currency),
      refundedMinor: 0,
      currency,
      method: input.method,
      reference: input.reference?.trim() ?? null,
      chargeId: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "booking_deposits", [row]);
    return announceDeposit(em, "booking.deposit_recorded", row);
  });
}

/**
 * Pays back a deposit, or a part: one that was paid online by the processor, in a job; otherwise it is a record of what the account
 * has paid back. The row is locked, so that refunds never exceed it. Throws NOT_FOUND, INVALID_STATE when nothing is left,
 * BUSINESS_RULE for more than is left, AMOUNT_PRECISION and VALIDATION_ERROR.
 */
export function refundDeposit(
  ctx: GatewayContext,
  input: types.RefundDepositInput,
): Promise<types.BookingDeposit> {
  return exactlyOnce(ctx, { operation: "refundDeposit", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.depositId };
    const known = await findOwn(em, "booking_deposits", own);
    if (!known) throw notFound("deposit");
    // The lock on the payment comes before that on its deposit.
    const charge = known.chargeId === null ? null : await lockCharge(em, known.chargeId);
    const row = (await findOwn(em, "booking_deposits", { ...own, lock: true }))!;
    const left = charge
      ? keptMinor(charge, await refundsOf(em, [charge.id]))
      : row.amountMinor - row.refundedMinor;
    if (left === 0) throw invalidState("deposit", "refunded", ["received", "partly_refunded"]);
    const amountMinor = typeof input.amount === "number" ? positiveMinor(input.amount, row.currency) : left;
    if (amountMinor > left)
      throw businessRule(
        "refund_exceeds_deposit",
        "The refund exceeds what is left of the deposit. Choose a smaller amount.",
        { left: toMajor(left, currencyDecimals(row.currency)), currency: row.currency },
      );
    if (charge) {
      await startRefund(em, ctx, charge, { amountMinor, reason: "requested" });
      return (await presentDeposits(em, [row]))[0]!;
    }
    const updatedAt = ctx.clock.now().toISOString();
    const { id: depositId, ownerId } = row;
    const refund = { id: newId("bdr"), ownerId, depositId, amountMinor, chargeRefundId: null };
    await insertAll(em, "booking_deposit_refunds", [{ ...refund, createdAt: updatedAt }]);
    const changes = { refundedMinor: row.refundedMinor + amountMinor, updatedAt };
    await updateRow(em, "booking_deposits", depositId, changes);
    return announceDeposit(em, "booking.deposit_refunded", { ...row, ...changes });
  });
}

/** Deposits of the account, newest first. */
export function listDeposits(
  ctx: GatewayContext,
  args: types.DepositsArgs,
): Promise<types.BookingDepositPage> {
  const { limit, after, from = null, to = null, status = null } = args;
  const where = `($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at < $3)
    AND ($4::text IS NULL OR $4 = CASE WHEN refunded_minor = 0 THEN 'received' WHEN refunded_minor < amount_minor
      THEN 'partly_refunded' ELSE 'refunded' END)`;
  const list = ["booking deposits", from, to, status] as const;
  const read = async (em: EntityManager) => {
    const query = { where, values: [from, to, status], list, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "booking_deposits", query);
    return { deposits: await presentDeposits(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function positiveMinor(amount: number, currency: string): number {
  const minor = toMinor(amount, currencyDecimals(currency));
  if (minor > 0) return minor;
  throw validationError([{ path: "amount", message: "must be above 0", rule: "exclusiveMinimum" }]);
}
