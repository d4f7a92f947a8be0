import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import type { ClientBalanceArgs, DatedClientBalance } from "./client-records.types.ts";

/**
 * Balance of a client at the end of a day (default today) in one currency, calculated from documents and their dated entries.
 * Throws NOT_FOUND.
 */
export function readClientBalance(
  ctx: InvoicingContext,
  args: ClientBalanceArgs,
): Promise<DatedClientBalance> {
  return inTransaction(
    ctx,
    async (em) => {
      const { clientId } = args;
      const ownerId = ownerOf(ctx);
      const client = await em.findOne(ClientEntity, { id: clientId, ownerId });
      if (!client) throw notFound("client");
      const currency = args.currency ?? client.currency ?? "USD";
      const asOf = args.asOf ?? (await daysOf(em, ctx)).today;
      const [sums] = await executeSql<{ due: number; overdue: number; credit: number }>(em, balanceSql, [
        ownerId,
        clientId,
        currency,
        asOf,
      ]);
      const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
      const { due, overdue, credit } = sums!;
      return { clientId, asOf, currency, due: major(due), overdue: major(overdue), credit: major(credit) };
    },
    { readOnly: true },
  );
}

const balanceSql = `
  WITH booked AS (
    SELECT invoice_id, source_id, amount_minor AS amount FROM invoice_entries WHERE owner_id = $1 AND booked_on <= $4
  ), open AS (
    SELECT i.due_date, i.total_minor - coalesce((SELECT sum(amount) FROM booked WHERE invoice_id = i.id), 0) AS amount
    FROM invoices AS i
    WHERE i.owner_id = $1 AND i.client_id = $2 AND i.currency = $3 AND i.issue_date <= $4
      AND (i.cancelled_on IS NULL OR i.cancelled_on > $4)
  ), credit AS (
    SELECT p.amount_minor - coalesce((SELECT sum(amount) FROM booked WHERE source_id = p.id), 0)
      - coalesce((SELECT sum(amount_minor) FROM payment_refunds
        WHERE payment_id = p.id AND status <> 'failed' AND refunded_on <= $4), 0) AS amount
    FROM payments_received AS p
    WHERE p.owner_id = $1 AND p.client_id = $2 AND p.currency = $3 AND p.received_on <= $4
      AND (p.voided_on IS NULL OR p.voided_on > $4)
    UNION ALL
    SELECT c.total_minor - coalesce((SELECT sum(amount) FROM booked WHERE source_id = c.id), 0)
      - coalesce((SELECT sum(amount_minor) FROM credit_note_refunds WHERE credit_note_id = c.id AND refunded_on <= $4), 0)
    FROM credit_notes AS c
    WHERE c.owner_id = $1 AND c.client_id = $2 AND c.currency = $3 AND c.issue_date <= $4
      AND (c.voided_on IS NULL OR c.voided_on > $4)
  )
  SELECT coalesce((SELECT sum(amount) FROM open), 0)::float8 AS due,
    coalesce((SELECT sum(amount) FROM open WHERE due_date < $4), 0)::float8 AS overdue,
    coalesce((SELECT sum(amount) FROM credit), 0)::float8 AS credit`;
