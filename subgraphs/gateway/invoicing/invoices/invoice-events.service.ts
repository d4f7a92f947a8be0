import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { ExternalInvoice } from "./external-invoice.types.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";

/** Events of an invoice. */
export type InvoiceEvent = "created" | "sent" | "paid" | "overdue" | "cancelled" | "updated" | "deleted";

/**
 * Emits an invoice event in the open transaction, with the current public record and the previous values of changed
 * fields. The caller holds the invoice's row lock, so its events stay in order.
 */
export async function emitInvoiceEvent(
  em: EntityManager,
  event: InvoiceEvent,
  { id, appId, ownerId }: Pick<InvoiceEntity, "id" | "appId" | "ownerId">,
  data: { object: ExternalInvoice; previous: Partial<ExternalInvoice> | null },
): Promise<void> {
  await emitEvent(em, { type: `invoice.${event}`, objectId: id, appId, ownerId, payload: data });
}
