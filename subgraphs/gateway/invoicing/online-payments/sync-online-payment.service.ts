import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { localDate } from "../../../../src/time/local-date.ts";
import { timezoneOf } from "../../base/account-days.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { PaymentFacts } from "../payment-accounts/payment-processor.port.ts";
import { applyDisputes } from "./apply-disputes.service.ts";
import { applyRefunds } from "./apply-refunds.service.ts";
import { keepFee } from "./keep-fee.service.ts";
import { findRows, lockOnlinePayment, updateRow, type OnlinePaymentRow } from "./online-payment.rows.ts";
import { keepSavedMethod } from "../saved-methods/keep-method.service.ts";
import { returnExcess } from "./return-excess.service.ts";
import { recordOnlinePayment } from "./record-online-payment.service.ts";

/** A payment of a connected account, by its session or its ID. */
export interface PaymentToSync {
  processorAccountId: string;
  paymentIntentId: string | null;
  sessionId: string | null;
}

/** Context of the platform acting for an account, or for none. */
type ContextFor = (ownerId?: string) => InvoicingContext;

/** A reading is repeated this often at most, while others apply theirs; then the job runs again. */
const maxReadings = 5;

/**
 * Reads a payment at the processor and applies it, its refunds and its disputes. Only what is not applied yet has an effect,
 * so it may run any number of times, in any order. The processor is read outside of transactions: a reading that began before
 * another was applied is older than that one, and is repeated.
 */
export async function syncOnlinePayment(contextFor: ContextFor, about: PaymentToSync): Promise<void> {
  let id: string | null = null;
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    id = await applyReading(contextFor, about, id);
    if (id === null) return;
  }
  throw new Error("An online payment is read at the same time by others again and again");
}

/** The ID of the payment where the reading is older than one that was applied meanwhile; otherwise null. */
async function applyReading(
  contextFor: ContextFor,
  about: PaymentToSync,
  knownId: string | null,
): Promise<string | null> {
  const ctx = contextFor();
  const { processor } = ctx.ports;
  const { processorAccountId, sessionId } = about;
  const known = await asSystem(ctx.em, (em) => readingsOf(em, about, knownId), { readOnly: true });
  const session = sessionId === null ? null : await processor.readCheckout(processorAccountId, sessionId);
  const paymentIntentId = about.paymentIntentId ?? session?.paymentIntentId ?? null;
  const facts =
    paymentIntentId === null ? null : await processor.readPayment(processorAccountId, paymentIntentId);
  const id = facts?.reference ?? session?.reference ?? null;
  if (id === null) return null;
  const row = await asSystem(ctx.em, (em) => findOf(em, id, processorAccountId), { readOnly: true });
  if (!row) return null;
  const own = contextFor(row.ownerId);
  return inTransaction(own, async (em) => {
    const locked = await lockOnlinePayment(em, id);
    if (!locked) return null;
    if (locked.readings !== known) return id;
    await updateRow(em, "online_payments", id, { readings: locked.readings + 1 });
    if (facts) await applyPayment(em, own, locked, facts);
    else if (session?.status === "expired") await expire(em, own, locked);
    return null;
  });
}

/** How many readings of a payment were applied; 0 for one that we know by nothing of this yet. */
async function readingsOf(
  em: EntityManager,
  { paymentIntentId, sessionId }: PaymentToSync,
  id: string | null,
): Promise<number> {
  const where = "id = $1 OR payment_intent_id = $2 OR session_id = $3";
  const [row] = await findRows(em, "online_payments", where, [id, paymentIntentId, sessionId]);
  return row?.readings ?? 0;
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
