import type { EntityManager } from "@mikro-orm/postgresql";
import { localDate } from "../../../../src/time/local-date.ts";
import { timezoneOf } from "../../base/account-days.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { PaymentFacts } from "../../base/payments/payment-processor.port.ts";
import type { PaymentTaker } from "../../base/payments/payment-taker.service.ts";
import { applyDisputes } from "./apply-disputes.service.ts";
import { applyRefunds } from "./apply-refunds.service.ts";
import { keepFee } from "./keep-fee.service.ts";
import { findRows, lockOnlinePayment, updateRow, type OnlinePaymentRow } from "./online-payment.rows.ts";
import { keepSavedMethod } from "../saved-methods/keep-method.service.ts";
import { returnExcess } from "./return-excess.service.ts";
import { recordOnlinePayment } from "./record-online-payment.service.ts";

/** Payments of invoices. */
export const invoicePayments: PaymentTaker = {
  prefix: "opy",
  async readingsOf(em, { paymentIntentId, sessionId }, id) {
    const where = "id = $1 OR payment_intent_id = $2 OR session_id = $3";
    const [row] = await findRows(em, "online_payments", where, [id, paymentIntentId, sessionId]);
    return row?.readings ?? 0;
  },
  async ownerOf(em, id, processorAccountId) {
    const where = `id = $1 AND EXISTS (SELECT FROM payment_accounts a
      WHERE a.id = payment_account_id AND a.processor_account_id = $2)`;
    return (await findRows(em, "online_payments", where, [id, processorAccountId]))[0]?.ownerId ?? null;
  },
  async apply(em, ctx, id, { facts, isExpired, readings }) {
    const locked = await lockOnlinePayment(em, id);
    if (!locked) return true;
    if (locked.readings !== readings) return false;
    await updateRow(em, "online_payments", id, { readings: readings + 1 });
    const own = ctx as InvoicingContext;
    if (facts) await applyPayment(em, own, locked, facts);
    else if (isExpired) await expire(em, own, locked);
    return true;
  },
};

async function applyPayment(
  em: EntityManager,
  ctx: InvoicingContext,
  row: OnlinePaymentRow,
  facts: PaymentFacts,
): Promise<void> {
  if (facts.status !== "succeeded") return keepProgress(em, ctx, row, facts);
  const zone = await timezoneOf(em, row.ownerId);
  const paidAt = facts.paidAt ?? ctx.clock.now();
  const paid =
    row.paymentId === null ? await recordOnlinePayment(em, ctx, row, { facts, paidAt, zone }) : row;
  if (paid.feeMinor === null && facts.fee !== null) await keepFee(em, ctx, paid, facts.fee);
  const today = localDate(ctx.clock.now(), zone);
  await applyRefunds(em, ctx, paid, { refunds: facts.refunds, today });
  await applyDisputes(em, ctx, paid, { disputes: facts.disputes, today });
  if (row.paymentId === null && facts.savedMethod !== null)
    await keepSavedMethod(em, ctx, paid, facts.savedMethod);
  if (row.paymentId === null) await returnExcess(em, ctx, paid, today);
}

/** A payment that is recorded never goes back; before that, the processor's word counts. */
async function keepProgress(
  em: EntityManager,
  ctx: InvoicingContext,
  row: OnlinePaymentRow,
  { status, paymentIntentId, chargeId }: PaymentFacts,
): Promise<void> {
  if (row.status === "succeeded" || status === "succeeded") return;
  const isOver = status === "failed" && new Date(row.expiresAt) <= ctx.clock.now();
  await updateRow(em, "online_payments", row.id, {
    status: status === "open" && row.status !== "processing" ? row.status : status,
    paymentIntentId,
    chargeId,
    ...(isOver ? { checkAt: null } : {}),
    updatedAt: nowOf(ctx),
  });
}

async function expire(em: EntityManager, ctx: InvoicingContext, row: OnlinePaymentRow): Promise<void> {
  if (row.status !== "open" && row.status !== "failed") return;
  await updateRow(em, "online_payments", row.id, { status: "expired", checkAt: null, updatedAt: nowOf(ctx) });
}

function nowOf({ clock }: InvoicingContext): string {
  return clock.now().toISOString();
}
