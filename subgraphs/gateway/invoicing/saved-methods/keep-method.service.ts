import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import type { OnlinePaymentRow } from "../online-payments/online-payment.rows.ts";
import type { SavedMethodFacts } from "../../base/payments/payment-processor.port.ts";
import { insertAll } from "./saved-method.rows.ts";

/** Keeps the method of a payment whose payer agreed to it. Repeated, it changes nothing. */
export async function keepSavedMethod(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  { customerId, methodId, brand, last4, expires }: SavedMethodFacts,
): Promise<void> {
  if (!payment.savesMethod) return;
  const { clientId } = await em.findOneOrFail(InvoiceEntity, { id: payment.invoiceId });
  if (clientId === null) return;
  const row = {
    id: newId("spm"),
    ownerId: payment.ownerId,
    clientId,
    paymentAccountId: payment.paymentAccountId,
    customerId,
    processorMethodId: methodId,
    brand,
    last4,
    expiresOn: expires === null ? null : lastDayOf(expires),
    consentedAt: payment.createdAt,
    consentIp: payment.consentIp,
    removedAt: null,
    createdAt: ctx.clock.now().toISOString(),
  };
  await insertAll(em, "saved_payment_methods", [row], "ON CONFLICT (processor_method_id) DO NOTHING");
}

function lastDayOf({ year, month }: { year: number; month: number }): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
