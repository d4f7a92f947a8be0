import { executeSql } from "../../../../src/db/sql.ts";
import { selectFacts } from "../../base/ledger-facts.rows.ts";
import type { LedgerSource, OpenItem } from "../../base/ledger-source.ts";

const dayOf = (column: string) => `(${column} AT TIME ZONE 'UTC')::date`;

/**
 * Deposits with the day on which what is left of them is earned: that of a booking that took place or was missed, or that was
 * cancelled, and not before the day of the deposit. It has no meaning while the booking is ahead.
 */
const deposits = `SELECT d.id, d.owner_id, d.currency, d.amount_minor, d.created_at, b.customer_id AS party,
    greatest(d.updated_at, b.updated_at) AS changed_at, ${dayOf("d.created_at")} AS received_on,
    greatest(${dayOf("d.created_at")}, CASE WHEN b.status IN ('completed', 'no_show') THEN ${dayOf("b.ends_at")}
      WHEN b.status IN ('cancelled', 'declined', 'expired') THEN ${dayOf("b.updated_at")} END) AS day, b.status
  FROM booking_deposits d JOIN bookings b ON b.id = d.booking_id WHERE d.owner_id = $1`;
const isOver = "d.status IN ('completed', 'no_show', 'cancelled', 'declined', 'expired')";
/** Refunds of a deposit until a day. */
const refundedUntil = (
  day: string,
) => `(SELECT coalesce(sum(r.amount_minor), 0) FROM booking_deposit_refunds r
    WHERE r.deposit_id = d.id AND ${dayOf("r.created_at")} <= ${day})`;

const union = `SELECT 'booking_deposit' AS kind, d.id, d.received_on AS date, d.currency, 'Deposit for a booking' AS memo, d.party,
    NULL::text AS category, jsonb_build_object('amount', d.amount_minor) AS amounts, d.changed_at, NULL::text AS item,
    NULL::date AS due_on
  FROM (${deposits}) AS d
  UNION ALL
  SELECT 'booking_deposit_kept', d.id, d.day, d.currency, 'Deposit of a booking, earned', d.party, NULL,
    jsonb_build_object('amount', d.amount_minor - ${refundedUntil("d.day")}), d.changed_at, NULL, NULL
  FROM (${deposits}) AS d WHERE ${isOver} AND d.amount_minor > ${refundedUntil("d.day")}
  UNION ALL
  SELECT 'booking_deposit_refund', r.id, ${dayOf("r.created_at")}, d.currency, 'Refund of a deposit', d.party, NULL,
    CASE WHEN ${isOver} AND ${dayOf("r.created_at")} > d.day THEN jsonb_build_object('earned', r.amount_minor)
      ELSE jsonb_build_object('open', r.amount_minor) END,
    greatest(r.created_at, d.changed_at), NULL, NULL
  FROM booking_deposit_refunds r JOIN (${deposits}) AS d ON d.id = r.deposit_id WHERE r.owner_id = $1`;

/** Deposits that are neither earned nor paid back at the end of a day. */
const openSql = `SELECT 'booking_deposits' AS control, d.id, 'Deposit ' || d.id AS label, d.party,
    (d.amount_minor - ${refundedUntil("$2")})::float8 AS "openMinor"
  FROM (${deposits}) AS d
  WHERE d.currency = $3 AND d.received_on <= $2 AND NOT (${isOver} AND d.day <= $2)
    AND d.amount_minor <> ${refundedUntil("$2")}
  ORDER BY d.id LIMIT $4`;

/** Deposits for bookings, their refunds, and what of them is earned, for the books of an account. */
export const bookingLedgerSource: LedgerSource = {
  appId: "event-manager",
  readFacts: (em, ownerId, query) => selectFacts(em, ownerId, { union, query }),
  readOpenItems: (em, ownerId, { asOf, currency, limit }) =>
    executeSql<OpenItem>(em, openSql, [ownerId, asOf, currency, limit]),
};
