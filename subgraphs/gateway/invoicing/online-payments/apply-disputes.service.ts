import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { recordHistory } from "../invoice-history/record-change.service.ts";
import type { DisputeFacts } from "../../base/payments/payment-processor.port.ts";
import { takeBack } from "../payments-received/return-money.service.ts";
import {
  findRows,
  insertAll,
  updateRow,
  type DisputeRow,
  type OnlinePaymentRow,
} from "./online-payment.rows.ts";
import { emitPaymentEvent } from "./payment-events.service.ts";

/**
 * Applies the disputes of a payment. A lost one takes the money off the payment and reopens its invoice, once; a decision is
 * never taken back. The caller holds the lock on the online payment.
 */
export async function applyDisputes(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  { disputes, today }: { disputes: readonly DisputeFacts[]; today: string },
): Promise<void> {
  for (const facts of disputes) {
    const where = "processor_dispute_id = $1 FOR UPDATE";
    const [known] = await findRows(em, "payment_disputes", where, [facts.disputeId]);
    const before = known ?? (await open(em, ctx, payment, { facts, today }));
    const { status, fee: feeMinor } = facts;
    const isDecided = before.status === "won" || before.status === "lost";
    if (isDecided || (known && before.status === status && before.feeMinor === feeMinor)) continue;
    const isClosed = status === "won" || status === "lost";
    const evidenceDueAt = facts.evidenceDueAt?.toISOString() ?? null;
    const changes = { status, feeMinor, evidenceDueAt, closedOn: isClosed ? today : null };
    await updateRow(em, "payment_disputes", before.id, { ...changes, updatedAt: nowOf(ctx) });
    await tellBooks(em, before);
    if (isClosed) await close(em, ctx, payment, { dispute: { ...before, ...changes }, today });
  }
}

async function open(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  { facts, today }: { facts: DisputeFacts; today: string },
): Promise<DisputeRow> {
  const now = nowOf(ctx);
  const isClosed = facts.status === "won" || facts.status === "lost";
  const row: DisputeRow = {
    id: newId("dsp"),
    ownerId: payment.ownerId,
    onlinePaymentId: payment.id,
    invoiceId: payment.invoiceId,
    processorDisputeId: facts.disputeId,
    currency: payment.currency,
    amountMinor: facts.amount,
    feeMinor: facts.fee,
    reason: facts.reason,
    // Opened and decided are two steps, also where both are read at once.
    status: isClosed ? "under_review" : facts.status,
    evidenceDueAt: facts.evidenceDueAt?.toISOString() ?? null,
    openedOn: today,
    closedOn: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertAll(em, "payment_disputes", [row]);
  await tellBooks(em, row);
  await tell(em, ctx, payment, { dispute: row, type: "disputed" });
  return row;
}

async function close(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  { dispute, today }: { dispute: DisputeRow; today: string },
): Promise<void> {
  if (dispute.status === "lost")
    await takeBack(em, ctx, payment.paymentId!, {
      amountMinor: dispute.amountMinor,
      reason: "Dispute lost",
      today,
      status: "succeeded",
      processorRefundId: dispute.processorDisputeId,
    });
  await tell(em, ctx, payment, { dispute, type: "dispute_closed" });
}

/** Writes a step of a dispute into the invoice's history, and emits its event. */
async function tell(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  { dispute, type }: { dispute: DisputeRow; type: "disputed" | "dispute_closed" },
): Promise<void> {
  const { id, invoiceId, ownerId, amountMinor, currency, reason, status } = dispute;
  const amount = toMajor(amountMinor, currencyDecimals(currency));
  const after = { disputeId: id, status, amount, reason };
  await recordHistory(em, { id: invoiceId, ownerId }, { type, at: ctx.clock.now(), after });
  await emitPaymentEvent(em, payment, { event: type, disputeId: id });
}

/** The fee of a dispute counts on the day on which that became known. */
function tellBooks(em: EntityManager, { id, ownerId, openedOn }: DisputeRow): Promise<void> {
  return emitLedgerChanges(em, [{ appId: invoicingApp, ownerId, id, days: [openedOn] }]);
}

function nowOf({ clock }: InvoicingContext): string {
  return clock.now().toISOString();
}
