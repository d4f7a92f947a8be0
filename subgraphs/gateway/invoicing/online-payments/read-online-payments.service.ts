import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { findRows, pageRows, type DisputeRow, type OnlinePaymentRow } from "./online-payment.rows.ts";
import type {
  OnlinePayment,
  OnlinePaymentPage,
  OnlinePaymentsArgs,
  PaymentDispute,
} from "./online-payments.types.ts";

/** Lists online payments with their fees and disputes, newest first. Throws INVALID_CURSOR. */
export function listOnlinePayments(
  ctx: InvoicingContext,
  { invoiceId = null, limit, after }: OnlinePaymentsArgs,
): Promise<OnlinePaymentPage> {
  const read = async (em: EntityManager) => {
    const list = ["online payments", invoiceId] as const;
    const where = "($2::text IS NULL OR invoice_id = $2)";
    const query = { where, values: [invoiceId], list, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "online_payments", query);
    const ids = rows.map(({ id }) => id);
    const ofThese = "online_payment_id = ANY ($1) ORDER BY created_at, id";
    const disputes = await findRows(em, "payment_disputes", ofThese, [ids]);
    const payments = rows.map((row) =>
      presentOnline(
        row,
        disputes.filter(({ onlinePaymentId }) => onlinePaymentId === row.id),
      ),
    );
    return { payments, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function presentOnline(row: OnlinePaymentRow, disputes: readonly DisputeRow[]): OnlinePayment {
  const { id, invoiceId, status, currency, paymentId, paidOn } = row;
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  return {
    id,
    invoiceId,
    status,
    amount: major(row.amountMinor),
    currency,
    applicationFee: major(row.applicationFeeMinor),
    fee: row.feeMinor === null ? null : major(row.feeMinor),
    paymentId,
    paidOn,
    disputes: disputes.map(presentDispute),
    createdAt: new Date(row.createdAt),
  };
}

function presentDispute(row: DisputeRow): PaymentDispute {
  const { id, onlinePaymentId, invoiceId, currency, reason, status, openedOn, closedOn } = row;
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  return {
    id,
    onlinePaymentId,
    invoiceId,
    amount: major(row.amountMinor),
    fee: major(row.feeMinor),
    currency,
    reason,
    status,
    evidenceDueAt: row.evidenceDueAt === null ? null : new Date(row.evidenceDueAt),
    openedOn,
    closedOn,
  };
}
