import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { toMajor } from "../../../../src/money.ts";
import { refundsOf } from "../charges/charge.rows.ts";
import type * as types from "./deposits.types.ts";

export interface DepositRow {
  id: string;
  ownerId: string;
  bookingId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  method: types.BookingDepositMethod;
  reference: string | null;
  /** The payment at the processor; null for a deposit that the account has recorded. */
  chargeId: string | null;
  createdAt: string;
  updatedAt: string;
}

interface DepositRefundRow {
  id: string;
  ownerId: string;
  depositId: string;
  amountMinor: number;
  chargeRefundId: string | null;
  createdAt: string;
}

export const { findOwn, findRows, insertAll, pageRows, updateRow } = plainRows<{
  booking_deposits: DepositRow;
  booking_deposit_refunds: DepositRefundRow;
}>();

/** Deposits as the graph shows them, with what of each is on its way back. */
export async function presentDeposits(
  em: EntityManager,
  rows: readonly DepositRow[],
): Promise<types.BookingDeposit[]> {
  const refunds = await refundsOf(
    em,
    rows.flatMap(({ chargeId }) => chargeId ?? []),
  );
  return rows.map((row) => {
    const { id, bookingId, chargeId, amountMinor, refundedMinor, currency, method, reference } = row;
    const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
    const onItsWay = refunds.filter((one) => one.chargeId === chargeId && one.status === "pending");
    const isWhole = refundedMinor === amountMinor;
    return {
      id,
      bookingId,
      amount: major(amountMinor),
      refunded: major(refundedMinor),
      refundPending: major(onItsWay.reduce((sum, one) => sum + one.amountMinor, 0)),
      currency,
      method,
      reference,
      isOnline: chargeId !== null,
      status: refundedMinor === 0 ? "received" : isWhole ? "refunded" : "partly_refunded",
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    };
  });
}

/** Emits an event with a deposit as it is now. */
export async function announceDeposit(
  em: EntityManager,
  type: "booking.deposit_recorded" | "booking.deposit_refunded",
  row: DepositRow,
): Promise<types.BookingDeposit> {
  const [object] = await presentDeposits(em, [row]);
  const { id: objectId, ownerId } = row;
  const payload = { object: object!, previous: null };
  await emitEvent(em, { type, objectId, appId: "event-manager", ownerId, payload });
  return object!;
}
