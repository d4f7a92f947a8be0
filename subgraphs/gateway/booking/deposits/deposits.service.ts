import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { findBooking } from "../bookings/read-bookings.service.ts";
import type * as types from "./deposits.types.ts";

interface DepositRow {
  id: string;
  ownerId: string;
  bookingId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  method: types.BookingDepositMethod;
  reference: string | null;
  createdAt: string;
  updatedAt: string;
}

interface RefundRow {
  id: string;
  ownerId: string;
  depositId: string;
  amountMinor: number;
  createdAt: string;
}

const { findOwn, insertAll, pageRows, updateRow } = plainRows<{
  booking_deposits: DepositRow;
  booking_deposit_refunds: RefundRow;
}>();

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
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "booking_deposits", [row]);
    return announce(em, "booking.deposit_recorded", row);
  });
}

/**
 * Records that the account has paid back a deposit, or a part; no money moves. The row is locked, so that refunds never exceed it.
 * Throws NOT_FOUND, INVALID_STATE when nothing is left, BUSINESS_RULE for more than is left, AMOUNT_PRECISION and VALIDATION_ERROR.
 */
export function refundDeposit(
  ctx: GatewayContext,
  input: types.RefundDepositInput,
): Promise<types.BookingDeposit> {
  return exactlyOnce(ctx, { operation: "refundDeposit", input }, async (em) => {
    const row = await findOwn(em, "booking_deposits", {
      ownerId: ownerOf(ctx),
      id: input.depositId,
      lock: true,
    });
    if (!row) throw notFound("deposit");
    const left = row.amountMinor - row.refundedMinor;
    if (left === 0) throw invalidState("deposit", "refunded", ["received", "partly_refunded"]);
    const amountMinor = typeof input.amount === "number" ? positiveMinor(input.amount, row.currency) : left;
    if (amountMinor > left)
      throw businessRule(
        "refund_exceeds_deposit",
        "The refund exceeds what is left of the deposit. Choose a smaller amount.",
        { left: toMajor(left, currencyDecimals(row.currency)), currency: row.currency },
      );
    const updatedAt = ctx.clock.now().toISOString();
    const { id: depositId, ownerId } = row;
    await insertAll(em, "booking_deposit_refunds", [
      { id: newId("bdr"), ownerId, depositId, amountMinor, createdAt: updatedAt },
    ]);
    const changes = { refundedMinor: row.refundedMinor + amountMinor, updatedAt };
    await updateRow(em, "booking_deposits", depositId, changes);
    return announce(em, "booking.deposit_refunded", { ...row, ...changes });
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
    return { deposits: rows.map(presentDeposit), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function announce(em: EntityManager, type: string, row: DepositRow): Promise<types.BookingDeposit> {
  const object = presentDeposit(row);
  const { id: objectId, ownerId } = row;
  await emitEvent(em, {
    type,
    objectId,
    appId: "event-manager",
    ownerId,
    payload: { object, previous: null },
  });
  return object;
}

function positiveMinor(amount: number, currency: string): number {
  const minor = toMinor(amount, currencyDecimals(currency));
  if (minor > 0) return minor;
  throw validationError([{ path: "amount", message: "must be above 0", rule: "exclusiveMinimum" }]);
}

function presentDeposit(row: DepositRow): types.BookingDeposit {
  const { id, bookingId, amountMinor, refundedMinor, currency, method, reference } = row;
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  const isWhole = refundedMinor === amountMinor;
  return {
    id,
    bookingId,
    amount: major(amountMinor),
    refunded: major(refundedMinor),
    currency,
    method,
    reference,
    status: refundedMinor === 0 ? "received" : isWhole ? "refunded" : "partly_refunded",
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}
