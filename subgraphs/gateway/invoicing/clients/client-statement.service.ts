import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { validationError } from "../../../../src/errors.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import type { ClientStatement, ClientStatementArgs } from "./client-statement.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

interface Movement {
  date: string;
  kind: string;
  number: string | null;
  amount: number;
}

/**
 * Account statement of a client for a period (both days included) in one currency: opening + invoices - cancellations -
 * payments + refunds - credit notes - write-offs = closing. Payments count in full, so credit makes the balance negative.
 * Throws NOT_FOUND, VALIDATION_ERROR when the days are reversed.
 */
export function readClientStatement(
  ctx: InvoicingContext,
  args: ClientStatementArgs,
): Promise<ClientStatement> {
  const { clientId, from, to } = args;
  if (from > to) throw validationError([{ path: "to", message: "must not be before from", rule: "minimum" }]);
  return inTransaction(
    ctx,
    async (em) => {
      const ownerId = ownerOf(ctx);
      const client = await em.findOne(ClientEntity, { id: clientId, ownerId });
      if (!client) throw notFound("client");
      const currency = args.currency ?? client.currency ?? "USD";
      const movements = await executeSql<Movement>(em, movementsSql, [ownerId, clientId, currency, to]);
      const decimals = currencyDecimals(currency);
      let running = 0;
      for (const { date, amount } of movements) if (date < from) running += amount;
      const opening = toMajor(running, decimals);
      const lines = movements
        .filter(({ date }) => date >= from)
        .map(({ date, kind, number, amount }) => {
          running += amount;
          return {
            date,
            kind,
            number,
            amount: toMajor(amount, decimals),
            balance: toMajor(running, decimals),
          };
        });
      return { clientId, currency, from, to, opening, lines, closing: toMajor(running, decimals) };
    },
    { readOnly: true },
  );
}

const movementsSql = `
  SELECT date::text AS date, kind, number, amount::float8 AS amount FROM (
    SELECT issue_date AS date, 'invoice' AS kind, number, total_minor AS amount, created_at AS at FROM invoices
    WHERE owner_id = $1 AND client_id = $2 AND currency = $3 AND issue_date IS NOT NULL
    UNION ALL
    SELECT cancelled_on, 'cancelled', number, -total_minor, cancelled_at FROM invoices
    WHERE owner_id = $1 AND client_id = $2 AND currency = $3 AND issue_date IS NOT NULL AND cancelled_on IS NOT NULL
    UNION ALL
    SELECT received_on, 'payment', reference, -amount_minor, created_at FROM payments_received
    WHERE owner_id = $1 AND client_id = $2 AND currency = $3
    UNION ALL
    SELECT voided_on, 'refund', reference, amount_minor, updated_at FROM payments_received
    WHERE owner_id = $1 AND client_id = $2 AND currency = $3 AND voided_on IS NOT NULL
    UNION ALL
    SELECT r.refunded_on, 'refund', p.reference, r.amount_minor, r.created_at
    FROM payment_refunds r JOIN payments_received p ON p.id = r.payment_id
    WHERE p.owner_id = $1 AND p.client_id = $2 AND p.currency = $3 AND r.status <> 'failed'
    UNION ALL
    SELECT issue_date, 'credit_note', number, -total_minor, created_at FROM credit_notes
    WHERE owner_id = $1 AND client_id = $2 AND currency = $3
    UNION ALL
    SELECT voided_on, 'credit_note', number, total_minor, updated_at FROM credit_notes
    WHERE owner_id = $1 AND client_id = $2 AND currency = $3 AND voided_on IS NOT NULL
    UNION ALL
    SELECT r.refunded_on, 'refund', c.number, r.amount_minor, r.created_at
    FROM credit_note_refunds r JOIN credit_notes c ON c.id = r.credit_note_id
    WHERE c.owner_id = $1 AND c.client_id = $2 AND c.currency = $3
    UNION ALL
    SELECT e.booked_on, 'write_off', i.number, -e.amount_minor, e.created_at
    FROM invoice_entries e JOIN invoices i ON i.id = e.invoice_id
    WHERE i.owner_id = $1 AND i.client_id = $2 AND i.currency = $3 AND e.kind = 'write_off'
  ) AS movements WHERE date <= $4 ORDER BY date, at, kind`;
