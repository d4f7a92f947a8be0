import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { changedFields } from "../invoices/present-external-invoice.ts";
import { sealedLinks } from "../invoices/sealed-links.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { presentExternalQuotation, presentQuotation } from "./present-quotation.ts";
import { emitQuotationEvent, type QuotationEvent } from "./quotation-events.service.ts";
import { QuotationEntity } from "./quotation.entity.ts";
import type { Quotation, QuotationStatus } from "./quotation.types.ts";
import { quotationNotFound } from "./quotations.errors.ts";
import { versionConflict } from "../../base/gateway.errors.ts";

/** Quotation being changed; its row is locked until the commit. */
export interface QuotationChange {
  em: EntityManager;
  quotation: QuotationEntity;
  /** Status before the change. */
  state: QuotationStatus;
}

/** Changes the quotation. Returns the event to emit, or null for none. */
export type ChangeQuotation = (change: QuotationChange) => Promise<QuotationEvent | null>;

/**
 * Changes a quotation and emits the event, idempotent by the request's key. Throws QUOTATION_NOT_FOUND (also for another
 * account's), VERSION_CONFLICT when `input.version` is outdated, and the errors of `change`.
 */
export function changeQuotation(
  ctx: InvoicingContext,
  { operation, input }: { operation: string; input: { quotationId: string; version?: number | null } },
  change: ChangeQuotation,
): Promise<Quotation> {
  return exactlyOnce(ctx, { operation, input, revealedOnce: sealedLinks(ctx) }, async (em) => {
    const quotation = await lockQuotation(em, { id: input.quotationId, ...visibleRows(ctx) });
    const { version } = quotation;
    if (typeof input.version === "number" && input.version !== version) throw versionConflict(version);
    await applyChange(em, ctx, quotation, change);
    // Accepted quotations cannot change, so this one has no invoice.
    return presentQuotation(ctx, quotation, null);
  });
}

/** The quotation, locked until the commit. Throws QUOTATION_NOT_FOUND. */
export async function lockQuotation(
  em: EntityManager,
  where: FilterQuery<QuotationEntity>,
): Promise<QuotationEntity> {
  const found = await em.findOne(QuotationEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!found) throw quotationNotFound();
  return found;
}

/** Changes a locked quotation and emits the event. */
export async function applyChange(
  em: EntityManager,
  ctx: InvoicingContext,
  quotation: QuotationEntity,
  change: ChangeQuotation,
): Promise<void> {
  const now = ctx.clock.now();
  const before = presentExternalQuotation(quotation, now);
  const event = await change({ em, quotation, state: before.status });
  quotation.version += 1;
  quotation.updatedAt = now;
  if (event === null) return;
  const object = presentExternalQuotation(quotation, now);
  await emitQuotationEvent(em, event, quotation, { object, previous: changedFields(before, object) });
}
