import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import { emitInvoiceEvent, type InvoiceEvent } from "./invoice-events.service.ts";
import type { Invoice, InvoiceStatus } from "./invoice.types.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { changedFields, presentExternalInvoice } from "./present-external-invoice.ts";
import { presentInvoice } from "./present-invoice.ts";
import { historyRecord, recordChange } from "../invoice-history/record-change.service.ts";
import { sealedLinks } from "./sealed-links.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { versionConflict } from "../../base/gateway.errors.ts";

/** Invoice being changed; its row is locked until the commit. */
export interface InvoiceChange {
  em: EntityManager;
  invoice: InvoiceEntity;
  lines: InvoiceLineEntity[];
  /** Status before the change. */
  state: InvoiceStatus;
}

/** Result of a change: the event to emit, and the lines when they changed. */
export interface InvoiceChanged {
  event: InvoiceEvent;
  lines?: InvoiceLineEntity[];
}

/**
 * Changes an invoice and emits the event, idempotent by the request's key. Throws INVOICE_NOT_FOUND (also for another
 * account's), VERSION_CONFLICT when `input.version` is outdated, and the errors of `change`.
 */
export function changeInvoice(
  ctx: InvoicingContext,
  { operation, input }: { operation: string; input: { invoiceId: string; version?: number | null } },
  change: (change: InvoiceChange) => Promise<InvoiceChanged>,
): Promise<Invoice> {
  return exactlyOnce(ctx, { operation, input, revealedOnce: sealedLinks(ctx) }, async (em) => {
    const { invoice, lines } = await applyToInvoice(em, ctx, input, change);
    return presentInvoice(ctx, invoice, lines);
  });
}

/** Like `changeInvoice`, in the open transaction: locks the invoice, changes it and emits the event. */
export async function applyToInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  { invoiceId, version }: { invoiceId: string; version?: number | null },
  change: (change: InvoiceChange) => Promise<InvoiceChanged>,
): Promise<{ invoice: InvoiceEntity; lines: InvoiceLineEntity[] }> {
  const where = { id: invoiceId, ...visibleRows(ctx) };
  const invoice = await em.findOne(InvoiceEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!invoice) throw invoiceNotFound();
  if (typeof version === "number" && version !== invoice.version) throw versionConflict(invoice.version);
  const ofInvoice = { invoiceId: invoice.id };
  const lines = await em.find(InvoiceLineEntity, ofInvoice, { orderBy: { position: "asc" } });
  return applyToFound(em, ctx, { invoice, lines }, change);
}

/** The same for an invoice that the open transaction has locked and read. */
export async function applyToFound(
  em: EntityManager,
  ctx: InvoicingContext,
  { invoice, lines }: { invoice: InvoiceEntity; lines: InvoiceLineEntity[] },
  change: (change: InvoiceChange) => Promise<InvoiceChanged>,
): Promise<{ invoice: InvoiceEntity; lines: InvoiceLineEntity[] }> {
  const now = ctx.clock.now();
  const before = presentExternalInvoice(invoice, lines, now);
  const recorded = historyRecord(invoice, lines, now);
  const changed = await change({ em, invoice, lines, state: before.status });
  invoice.version += 1;
  invoice.updatedAt = now;
  const after = changed.lines ?? lines;
  const object = presentExternalInvoice(invoice, after, now);
  const data = { object, previous: changedFields(before, object) };
  await emitInvoiceEvent(em, changed.event, invoice, data);
  const past = { type: changed.event, at: now, before: recorded };
  await recordChange(em, invoice, { ...past, after: historyRecord(invoice, after, now) });
  const isPaidAtIssue = changed.event === "sent" && object.status === "paid";
  if (isPaidAtIssue) await emitInvoiceEvent(em, "paid", invoice, data);
  return { invoice, lines: after };
}
