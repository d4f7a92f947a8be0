import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { QuotationEntity } from "./quotation.entity.ts";
import type { ExternalQuotation } from "./quotation.types.ts";

/** What may happen to a quotation that the account is told of. */
export type QuotationEvent = "created" | "sent" | "accepted" | "declined" | "expired";

/**
 * Records an event of a quotation in the open transaction: the documented record as it is now, and the fields that have
 * changed as they were before. The caller holds the quotation's row, so its events are in order.
 */
export async function emitQuotationEvent(
  em: EntityManager,
  event: QuotationEvent,
  { id, appId, ownerId }: Pick<QuotationEntity, "id" | "appId" | "ownerId">,
  data: { object: ExternalQuotation; previous: Partial<ExternalQuotation> | null },
): Promise<void> {
  await emitEvent(em, { type: `quotation.${event}`, objectId: id, appId, ownerId, payload: data });
}
