import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { localDate } from "../../../../src/time/local-date.ts";
import { timezoneOf } from "../../base/account-days.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { PaymentFacts } from "../payment-accounts/payment-processor.port.ts";
import { applyDisputes } from "./apply-disputes.service.ts";
import { applyRefunds } from "./apply-refunds.service.ts";
import { findRows, lockOnlinePayment, updateRow, type OnlinePaymentRow } from "./online-payment.rows.ts";
import { recordOnlinePayment } from "./record-online-payment.service.ts";

/** A payment of a connected account, by its session or its ID. */
export interface PaymentToSync {
  processorAccountId: string;
  paymentIntentId: string | null;
  sessionId: string | null;
}

/** Context of the platform acting for an account, or for none. */
type ContextFor = (ownerId?: string) => InvoicingContext;

/**
 * Reads a payment at the processor and applies it, its refunds and its disputes. Only what is not applied yet has an effect,
 * so it may run any number of times, in any order. The processor is read outside of transactions.
 */
export async function syncOnlinePayment(contextFor: ContextFor, about: PaymentToSync): Promise<void> {
  const ctx = contextFor();
  const { processor } = ctx.ports;
  const { processorAccountId, sessionId } = about;
  const session = sessionId === null ? null : await processor.readCheckout(processorAccountId, sessionId);
  const paymentIntentId = about.paymentIntentId ?? session?.paymentIntentId ?? null;
  const facts =
    paymentIntentId === null ? null : await processor.readPayment(processorAccountId, paymentIntentId);
  const id = facts?.reference ?? session?.reference ?? null;
  if (id === null) return;
  const row = await asSystem(ctx.em, (em) => findOf(em, id, processorAccountId), { readOnly: true });
  if (!row) return;
  const own = contextFor(row.ownerId);
  await inTransaction(own, async (em) => {
    if (facts) await applyPayment(em, own, id, facts);
    else if (session?.status === "expired") await expire(em, own, id);
  });
}

/** The payment that a reference names, if it is one of this account: references are the processor's word. */
async function findOf(
  em: EntityManager,
  id: string,
  processorAccountId: string,
): Promise<OnlinePaymentRow | null> {
  const where = `id = $1 AND EXISTS (SELECT FROM payment_accounts a
    WHERE a.id = payment_account_id AND a.processor_account_id = $2)`;
  return (await findRows(em, "online_payments", where, [id, processorAccountId]))[0] ?? null;
}

async function applyPayment(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string,
  facts: PaymentFacts,
): Promise<void> {
  const row = await lockOnlinePayment(em, id);
  if (!row) return;
  if (facts.status !== "succeeded") return keepProgress(em, ctx, row, facts);
  const zone = await timezoneOf(em, row.ownerId);
  const paidAt = facts.paidAt ?? ctx.clock.now();
  const paid =
    row.paymentId === null ? await recordOnlinePayment(em, ctx, row, { facts, paidAt, zone }) : row;
  if (paid.feeMinor === null && facts.fee !== null)
    await updateRow(em, "online_payments", id, { feeMinor: facts.fee, updatedAt: nowOf(ctx) });
  const today = localDate(ctx.clock.now(), zone);
  await applyRefunds(em, ctx, paid, { refunds: facts.refunds, today });
  await applyDisputes(em, ctx, paid, { disputes: facts.disputes, today });
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

async function expire(em: EntityManager, ctx: InvoicingContext, id: string): Promise<void> {
  const row = await lockOnlinePayment(em, id);
  if (row?.status !== "open" && row?.status !== "failed") return;
  await updateRow(em, "online_payments", id, { status: "expired", checkAt: null, updatedAt: nowOf(ctx) });
}

function nowOf({ clock }: InvoicingContext): string {
  return clock.now().toISOString();
}
