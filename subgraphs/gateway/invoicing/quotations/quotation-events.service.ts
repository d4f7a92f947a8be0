import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { QuotationEntity } from "./quotation.entity.ts";
import type { ExternalQuotation } from "./quotation.types.ts";

/** Events of a quotation. */
export type QuotationEvent = "created" | "sent" | "accepted" | "declined" | "expired";

/**
 * Emits a quotation event in the open transaction, with the current public record and the previous values of changed
 * fields. The caller holds the quotation's row lock, so its events stay in order.
 */
export async function emitQuotationEvent(
  em: EntityManager,
  event: QuotationEvent,
  { id, appId, ownerId }: Pick<QuotationEntity, "id" | "appId" | "ownerId">,
  data: { object: ExternalQuotation; previous: Partial<ExternalQuotation> | null },
): Promise<void> {
  await emitEvent(em, { type: `quotation.${event}`, objectId: id, appId, ownerId, payload: data });
}
