import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import type { Payout, PayoutEntry as ProcessorEntry } from "../../base/payments/payment-processor.port.ts";
import type {
  PaymentPayout,
  PaymentPayoutDetails,
  PaymentPayoutPage,
  PaymentPayoutsArgs,
} from "./payouts.types.ts";

/** Lists payouts of the account, as the processor has them. Empty without a connected account. Throws PROCESSOR_ERROR. */
export async function listPayouts(
  ctx: InvoicingContext,
  { limit, after = null }: PaymentPayoutsArgs,
): Promise<PaymentPayoutPage> {
  const accountId = await connectedAccount(ctx);
  if (accountId === null) return { payouts: [], nextCursor: null };
  const { payouts, hasMore } = await ctx.ports.processor.listPayouts(accountId, { limit, after });
  const nextCursor = hasMore ? (payouts.at(-1)?.payoutId ?? null) : null;
  return { payouts: payouts.map(presentPayout), nextCursor };
}

/** Reads a payout with its parts, each with the payment and invoice that it belongs to. Throws NOT_FOUND and PROCESSOR_ERROR. */
export async function readPayout(ctx: InvoicingContext, payoutId: string): Promise<PaymentPayoutDetails> {
  const accountId = await connectedAccount(ctx);
  const payout = accountId === null ? null : await ctx.ports.processor.readPayout(accountId, payoutId);
  if (accountId === null || payout === null) throw notFound("payout");
  const entries = await ctx.ports.processor.listPayoutEntries(accountId, payoutId);
  const sources = await inTransaction(ctx, (em) => sourcesOf(em, ctx, entries), { readOnly: true });
  const major = (minor: number) => toMajor(minor, currencyDecimals(payout.currency));
  return {
    payout: presentPayout(payout),
    entries: entries.map(({ entryId, kind, amount, fee, net, sourceId }) => {
      const source = sourceId === null ? undefined : sources.get(sourceId);
      return {
        entryId,
        kind,
        amount: major(amount),
        fee: major(fee),
        net: major(net),
        paymentId: source?.paymentId ?? null,
        invoiceId: source?.invoiceId ?? null,
        invoiceNumber: source?.invoiceNumber ?? null,
      };
    }),
  };
}

async function connectedAccount(ctx: InvoicingContext): Promise<string | null> {
  const read = (em: EntityManager) => findPaymentAccount(em, ownerOf(ctx));
  const account = await inTransaction(ctx, read, { readOnly: true });
  return account?.disconnectedAt === null ? account.processorAccountId : null;
}

interface Source {
  sourceId: string;
  paymentId: string;
  invoiceId: string;
  invoiceNumber: string | null;
}

/** Payments of the account by the charges, refunds and disputes that the processor names. */
async function sourcesOf(
  em: EntityManager,
  ctx: InvoicingContext,
  entries: readonly ProcessorEntry[],
): Promise<Map<string, Source>> {
  const ids = entries.flatMap(({ sourceId }) => sourceId ?? []);
  const rows = await executeSql<Source>(
    em,
    `SELECT s.source_id AS "sourceId", o.payment_id AS "paymentId", o.invoice_id AS "invoiceId", i.number AS "invoiceNumber"
     FROM (SELECT charge_id AS source_id, id FROM online_payments WHERE charge_id = ANY ($2)
       UNION ALL
       SELECT r.processor_refund_id, o.id FROM payment_refunds r JOIN online_payments o ON o.payment_id = r.payment_id
       WHERE r.processor_refund_id = ANY ($2) AND r.processor_refund_id NOT IN
         (SELECT d.processor_dispute_id FROM payment_disputes d WHERE d.online_payment_id = o.id)
       UNION ALL
       SELECT processor_dispute_id, online_payment_id FROM payment_disputes WHERE processor_dispute_id = ANY ($2)
     ) AS s JOIN online_payments o ON o.id = s.id JOIN invoices i ON i.id = o.invoice_id WHERE o.owner_id = $1`,
    [ownerOf(ctx), ids],
  );
  return new Map(rows.map((row) => [row.sourceId, row]));
}

function presentPayout({
  payoutId,
  status,
  amount,
  currency,
  arrivalDate,
  createdAt,
}: Payout): PaymentPayout {
  return {
    payoutId,
    status,
    amount: toMajor(amount, currencyDecimals(currency)),
    currency,
    arrivalDate,
    createdAt,
  };
}
