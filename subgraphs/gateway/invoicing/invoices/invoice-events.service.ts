import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { ExternalInvoice } from "./external-invoice.types.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";

/** What may happen to an invoice that the account is told of. */
export type InvoiceEvent = "created" | "sent" | "paid" | "overdue" | "cancelled" | "updated" | "deleted";

/**
 * Records an event of an invoice in the open transaction: the documented record as it is now, and the fields that have
 * changed as they were before. The caller holds the invoice's row, so its events are in order.
 */
export async function emitInvoiceEvent(
  em: EntityManager,
  event: InvoiceEvent,
  { id, appId, ownerId }: Pick<InvoiceEntity, "id" | "appId" | "ownerId">,
  data: { object: ExternalInvoice; previous: Partial<ExternalInvoice> | null },
): Promise<void> {
  await emitEvent(em, { type: `invoice.${event}`, objectId: id, appId, ownerId, payload: data });
}
