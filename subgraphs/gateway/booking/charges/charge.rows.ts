import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";

/** What a payment is for: the deposit of a booking, or the tickets of a registration. */
export type ChargeSubject = { bookingId: string } | { registrationId: string };

/** A payment of a customer at the processor. Amounts are minor units of `currency`. */
export interface ChargeRow {
  id: string;
  ownerId: string;
  paymentAccountId: string;
  bookingId: string | null;
  registrationId: string | null;
  currency: string;
  amountMinor: number;
  applicationFeeMinor: number;
  feeMinor: number | null;
  refundedMinor: number;
  status: "open" | "processing" | "succeeded" | "failed" | "expired";
  sessionId: string | null;
  paymentIntentId: string | null;
  chargeId: string | null;
  paidAt: string | null;
  readings: number;
  expiresAt: string;
  checkAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Why money goes back. */
export type RefundReason = "cancelled" | "late" | "requested" | "elsewhere";

export interface ChargeRefundRow {
  id: string;
  ownerId: string;
  chargeId: string;
  amountMinor: number;
  reason: RefundReason;
  returnsFee: boolean;
  status: "pending" | "succeeded" | "failed";
  processorRefundId: string | null;
  failureReason: string | null;
  createdAt: string;
  updatedAt: string;
}

export const { findRows, insertAll, updateRow } = plainRows<{
  booking_charges: ChargeRow;
  booking_charge_refunds: ChargeRefundRow;
}>();

/** A charge, locked until the transaction ends; null when it does not exist. */
export async function lockCharge(em: EntityManager, id: string): Promise<ChargeRow | null> {
  return (await findRows(em, "booking_charges", "id = $1 FOR UPDATE", [id]))[0] ?? null;
}

/** Charges of a booking or registration, oldest first, locked if wanted. */
export function chargesOf(em: EntityManager, subject: ChargeSubject, lock = false): Promise<ChargeRow[]> {
  const [column, id] =
    "bookingId" in subject ? ["booking_id", subject.bookingId] : ["registration_id", subject.registrationId];
  return findRows(
    em,
    "booking_charges",
    `${column} = $1 ORDER BY created_at, id${lock ? " FOR UPDATE" : ""}`,
    [id],
  );
}

/** Those of some registrations that somebody has paid or begun to pay. */
export async function withCharges(em: EntityManager, registrationIds: readonly string[]): Promise<string[]> {
  const sql = `SELECT DISTINCT registration_id AS id FROM booking_charges WHERE registration_id = ANY ($1) ORDER BY 1`;
  return (await executeSql<{ id: string }>(em, sql, [registrationIds])).map(({ id }) => id);
}

/** Refunds of charges, oldest first. */
export function refundsOf(em: EntityManager, chargeIds: readonly string[]): Promise<ChargeRefundRow[]> {
  const where = "charge_id = ANY ($1) ORDER BY created_at, id";
  return findRows(em, "booking_charge_refunds", where, [chargeIds]);
}

/** What of a payment is neither paid back nor on its way back, in minor units. */
export function keptMinor(charge: ChargeRow, refunds: readonly ChargeRefundRow[]): number {
  const own = refunds.filter(({ chargeId, status }) => chargeId === charge.id && status !== "failed");
  return charge.amountMinor - own.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Ends charges whose page was never opened at the processor, as far as we know, and cannot be open any more. */
export async function expireUnopened(em: EntityManager, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE booking_charges SET status = 'expired', check_at = NULL, updated_at = $1
     WHERE check_at <= $1 AND status = 'open' AND session_id IS NULL AND payment_intent_id IS NULL`,
    [now],
  );
}

/** Claims unfinished charges that are due to be read; they are due again at `until`. */
export function claimUnfinished(
  em: EntityManager,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ paymentIntentId: string | null; sessionId: string | null; processorAccountId: string }[]> {
  return executeSql(
    em,
    `WITH due AS (SELECT id FROM booking_charges WHERE check_at <= $1 ORDER BY check_at, id LIMIT $3
       FOR UPDATE SKIP LOCKED)
     UPDATE booking_charges c SET check_at = $2 FROM due, payment_accounts a
     WHERE c.id = due.id AND a.id = c.payment_account_id
     RETURNING c.payment_intent_id AS "paymentIntentId", c.session_id AS "sessionId",
       a.processor_account_id AS "processorAccountId"`,
    [now, until, limit],
  );
}
