import type { EntityManager } from "@mikro-orm/postgresql";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import {
  findRows as findPayments,
  insertAll as insertPayments,
  openPaymentsOf,
  processingMinor,
  updateRow as updatePayment,
} from "../online-payments/online-payment.rows.ts";
import { applicationFee } from "../../base/payments/payment-amounts.ts";
import { payableRange } from "../online-payments/payable-amount.ts";
import { emitPaymentEvent } from "../online-payments/payment-events.service.ts";
import { newRow } from "../online-payments/start-payment.service.ts";
import { syncOnlinePayment } from "../../base/payments/sync-online-payment.service.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import type { ChargeOutcome } from "../../base/payments/payment-processor.port.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import { tellOfCharge } from "./charge-mails.service.ts";
import { nextAttempt } from "./dunning.ts";
import {
  findRows,
  insertAll,
  methodOfCharge,
  updateRow,
  type AutoChargeRow,
  type SavedMethodRow,
} from "./saved-method.rows.ts";

/** An attempt whose outcome nobody has kept is resumed after this time. */
const resumeAfterMs = 3_600_000;

/** Context of the platform acting for an account, or for none. */
type ContextFor = (ownerId?: string) => InvoicingContext;

/** An attempt that was recorded. Plain data. */
interface Attempt {
  onlinePaymentId: string;
  processorAccountId: string;
  /** Pages on which the client could pay meanwhile, which are closed first. */
  open: string[];
  charge: { amount: number; currency: string; applicationFee: number; description: string };
  method: SavedMethodRow;
}

/** Schedules the charges of an invoice that was just issued. The caller enqueues the first one. */
export async function scheduleCharge(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: { id: string; ownerId: string; clientId: string },
): Promise<string> {
  const now = ctx.clock.now().toISOString();
  const { id: invoiceId, ownerId, clientId } = invoice;
  const id = newId("ach");
  const none = { reason: null, onlinePaymentId: null, methodId: null };
  const row = { id, ownerId, invoiceId, clientId, status: "scheduled" as const, attempts: 0, ...none };
  await insertAll(em, "auto_charges", [{ ...row, nextAttemptAt: now, createdAt: now, updatedAt: now }]);
  return id;
}

/**
 * Makes the next attempt to charge an invoice, when it is due: it is recorded as a payment, charged under a key of that payment,
 * and its outcome kept. Run again after a crash, it resumes the attempt. An invoice that is settled meanwhile is not charged.
 */
export async function chargeInvoice(contextFor: ContextFor, ownerId: string, id: string): Promise<void> {
  const ctx = contextFor(ownerId);
  const attempt = await inTransaction(ctx, (em) => startAttempt(em, ctx, id));
  if (attempt === null) return;
  const { processor } = ctx.ports;
  const { onlinePaymentId: reference, processorAccountId, charge, method } = attempt;
  for (const sessionId of attempt.open) await processor.expireCheckout(processorAccountId, sessionId);
  const { customerId, processorMethodId: methodId } = method;
  const asked = { ...charge, customerId, methodId, reference };
  const made = await processor.chargeSaved(processorAccountId, asked, `hub:auto-charge:${reference}`);
  const { paymentIntentId } = made;
  if (paymentIntentId !== null)
    await syncOnlinePayment(contextFor, { processorAccountId, paymentIntentId, sessionId: null });
  await inTransaction(ctx, (em) => keepOutcome(em, ctx, id, { attempt, made }));
}

async function lockCharge(em: EntityManager, id: string): Promise<AutoChargeRow | null> {
  return (await findRows(em, "auto_charges", "id = $1 FOR UPDATE", [id]))[0] ?? null;
}

async function startAttempt(em: EntityManager, ctx: InvoicingContext, id: string): Promise<Attempt | null> {
  const now = ctx.clock.now();
  const row = await lockCharge(em, id);
  if (!row || row.nextAttemptAt === null || !(await isAccountOpen(em, row.ownerId))) return null;
  const isInFlight = row.status === "charging";
  if (!isInFlight && new Date(row.nextAttemptAt) > now) return null;
  const invoice = await em.findOneOrFail(InvoiceEntity, { id: row.invoiceId });
  const account = await findPaymentAccount(em, row.ownerId);
  const onItsWay = await processingMinor(em, invoice.id);
  const range = payableRange(invoice, { allowsPartial: false, onItsWay });
  const method = await methodOfCharge(em, row);
  const resumed = isInFlight ? await paymentOf(em, row) : null;
  // The processor has reported it meanwhile. It is not asked again: it forgets the key of an attempt after a day.
  if (resumed?.status === "succeeded") {
    await tellOfCharge(em, ctx, row, { status: "succeeded", card: method ?? null });
    return finish(em, ctx, row, null);
  }
  if (resumed?.status === "processing") return waitFor(em, row, now);
  if (range === null && !isInFlight)
    return finish(em, ctx, row, invoice.status === "paid" ? null : "not_due");
  if (!takesPayments(account) || account.processorAccountId === null)
    return finish(em, ctx, row, "payments_not_available");
  const usable = method?.paymentAccountId === account.id ? method : null;
  if (!usable) return finish(em, ctx, row, "no_saved_method");
  const { processorAccountId } = account;
  const amount = resumed?.amountMinor ?? range!.max;
  const fee = applicationFee(amount, ctx.ports.processor.feeBasisPoints);
  const onlinePaymentId = resumed?.id ?? newId("opy");
  const at = now.toISOString();
  if (!resumed) {
    const facts = { id: onlinePaymentId, paymentAccountId: account.id, amount, fee, expiresAt: now, at };
    await insertPayments(em, "online_payments", [newRow(invoice, facts)]);
    await updateRow(em, "auto_charges", id, {
      status: "charging",
      attempts: row.attempts + 1,
      nextAttemptAt: new Date(now.getTime() + resumeAfterMs).toISOString(),
      onlinePaymentId,
      methodId: usable.id,
      updatedAt: at,
    });
  }
  const open = (await openPaymentsOf(em, invoice.id)).flatMap(({ sessionId }) => sessionId ?? []);
  const description = `Invoice ${invoice.number ?? invoice.id}`;
  const charge = { amount, currency: invoice.currency, applicationFee: fee, description };
  return { onlinePaymentId, processorAccountId, open, charge, method: usable };
}

async function paymentOf(em: EntityManager, { onlinePaymentId }: AutoChargeRow) {
  return (await findPayments(em, "online_payments", "id = $1", [onlinePaymentId]))[0] ?? null;
}

/** Looks again later: a bank takes days, and its answer arrives as an event. */
async function waitFor(em: EntityManager, { id }: AutoChargeRow, now: Date): Promise<null> {
  const nextAttemptAt = new Date(now.getTime() + resumeAfterMs).toISOString();
  await updateRow(em, "auto_charges", id, { nextAttemptAt, updatedAt: now.toISOString() });
  return null;
}

async function finish(
  em: EntityManager,
  ctx: InvoicingContext,
  row: AutoChargeRow,
  reason: string | null,
): Promise<null> {
  const status = reason === null ? "succeeded" : "ended";
  const changes = { status, nextAttemptAt: null, reason, updatedAt: ctx.clock.now().toISOString() } as const;
  await updateRow(em, "auto_charges", row.id, changes);
  if (reason === "no_saved_method") await tellOfCharge(em, ctx, row, { status: "ended", card: null });
  return null;
}

async function keepOutcome(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string,
  { attempt, made }: { attempt: Attempt; made: ChargeOutcome },
): Promise<void> {
  const row = await lockCharge(em, id);
  if (row?.status !== "charging" || row.onlinePaymentId !== attempt.onlinePaymentId) return;
  const { outcome } = made;
  const now = ctx.clock.now();
  // A bank that takes days: the invoice says later what became of it.
  if (outcome === "processing") return;
  const { method } = attempt;
  if (outcome === "method_gone") {
    await updateRow(em, "saved_payment_methods", method.id, { removedAt: now.toISOString() });
    await updatePayment(em, "online_payments", attempt.onlinePaymentId, { status: "failed", checkAt: null });
  }
  const isPaid = outcome === "succeeded";
  const next = isPaid || outcome === "method_gone" ? null : nextAttempt(row.attempts, now);
  const failed = outcome === "authentication_required" ? "needs_authentication" : "failed";
  const status = isPaid ? "succeeded" : next === null ? "ended" : failed;
  const reason = isPaid ? null : outcome;
  const nextAttemptAt = next?.toISOString() ?? null;
  await updateRow(em, "auto_charges", id, { status, nextAttemptAt, reason, updatedAt: now.toISOString() });
  await tellOfCharge(em, ctx, row, { status, card: method });
  const payment = isPaid ? null : await paymentOf(em, row);
  if (payment) await emitPaymentEvent(em, payment, { event: "charge_failed" });
}
