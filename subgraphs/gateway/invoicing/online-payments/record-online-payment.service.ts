import type { EntityManager } from "@mikro-orm/postgresql";
import { LockMode } from "@mikro-orm/core";
import { localDate } from "../../../../src/time/local-date.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { eventOfEntry } from "../invoices/invoice-ledger.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { receive, storeReceived } from "../payments-received/record-payment.service.ts";
import type { PaymentFacts } from "../../base/payments/payment-processor.port.ts";
import { updateRow, type OnlinePaymentRow } from "./online-payment.rows.ts";

/**
 * Records a payment that the processor has received, in the transaction that holds the lock on its row. What is not due any
 * more, since the invoice was paid, credited or voided meanwhile, stays unapplied, for `returnExcess`.
 */
export async function recordOnlinePayment(
  em: EntityManager,
  ctx: InvoicingContext,
  row: OnlinePaymentRow,
  { facts, paidAt, zone }: { facts: PaymentFacts; paidAt: Date; zone: string },
): Promise<OnlinePaymentRow> {
  const { amount: amountMinor, chargeId, paymentIntentId, fee: feeMinor } = facts;
  const receipt = { amountMinor, method: "card", reference: paymentIntentId, receivedAt: paidAt } as const;
  const where = { id: row.invoiceId };
  const locked = await em.findOneOrFail(InvoiceEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  let paymentId = "";
  if (locked.status === "sent")
    await applyToInvoice(em, ctx, { invoiceId: row.invoiceId }, async ({ invoice }) => {
      paymentId = (await receive(em, ctx, invoice, receipt)).id;
      return { event: eventOfEntry(invoice) };
    });
  else paymentId = (await storeReceived(em, ctx, locked, { ...receipt, allocatedMinor: 0 })).id;
  await em.flush();
  const paidOn = localDate(paidAt, zone);
  const changes = { status: "succeeded", paymentId, paymentIntentId, chargeId, feeMinor, paidOn } as const;
  const updatedAt = ctx.clock.now().toISOString();
  await updateRow(em, "online_payments", row.id, { ...changes, checkAt: null, updatedAt });
  await emitLedgerChanges(em, [{ appId: invoicingApp, ownerId: row.ownerId, id: paymentId, days: [paidOn] }]);
  return { ...row, ...changes, checkAt: null, updatedAt };
}
