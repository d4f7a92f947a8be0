import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { recordHistory } from "../invoice-history/record-change.service.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";

/** Notes in the open transaction that the mail with an invoice did not arrive: in the invoice, its history, and an event. */
export async function failDelivery(
  em: EntityManager,
  invoice: InvoiceEntity,
  { at, facts = {} }: { at: Date; facts?: Readonly<Record<string, string>> },
): Promise<void> {
  invoice.delivery = "failed";
  await recordHistory(em, invoice, { type: "delivery_failed", at, after: { delivery: "failed", ...facts } });
  await emitEvent(em, {
    type: "invoice.delivery_failed",
    objectId: invoice.id,
    appId: invoice.appId,
    ownerId: invoice.ownerId,
    payload: { invoiceId: invoice.id, number: invoice.number },
  });
}
