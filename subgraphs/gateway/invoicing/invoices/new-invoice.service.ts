import type { EntityManager } from "@mikro-orm/postgresql";
import { newId, newToken } from "../../../../src/ids.ts";
import { linkExpiry } from "../document-links/link-lifetime.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import { emitInvoiceEvent } from "./invoice-events.service.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import { hashToken } from "../../base/page-token.ts";
import { presentExternalInvoice } from "./present-external-invoice.ts";
import { tokenPlace } from "./present-invoice.ts";
import { historyRecord, recordChange } from "../invoice-history/record-change.service.ts";
import type { PricedInvoice, PricedLine } from "./read-invoice-input.ts";

/** Input of a new invoice, for every way to create one. */
export interface InvoiceDraft {
  client: { id: string | null; name: string; email: string | null; address?: string | null };
  priced: PricedInvoice;
  dueDate?: string | null;
  /** The end of the due date in the account's timezone. */
  overdueAt?: Date | null;
  number?: string | null;
  plannedIssueDate?: string | null;
  notes?: string | null;
  quotationId?: string | null;
  recurringId?: string | null;
  recurringOn?: string | null;
}

/** Builds a draft invoice without storing it. */
export function draftInvoice(ctx: InvoicingContext, draft: InvoiceDraft): InvoiceEntity {
  const id = newId("inv");
  const token = newToken();
  const now = ctx.clock.now();
  const { client, priced } = draft;
  return Object.assign(new InvoiceEntity(), {
    id,
    ownerId: ownerOf(ctx),
    appId: ctx.appId ?? invoicingApp,
    number: draft.number ?? null,
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    clientAddress: client.address ?? null,
    status: "draft",
    delivery: "none",
    ...moneyOf(priced),
    amountPaidMinor: 0,
    amountCreditedMinor: 0,
    amountWrittenOffMinor: 0,
    footer: null,
    clientTaxId: null,
    clientCountry: null,
    sellerProfileId: null,
    issueDate: null,
    plannedIssueDate: draft.plannedIssueDate ?? null,
    dueDate: draft.dueDate ?? null,
    overdueAt: draft.overdueAt ?? null,
    overdueToldAt: null,
    notes: draft.notes ?? null,
    paymentTokenHash: hashToken(token),
    paymentTokenSealed: ctx.ports.keyRing.seal(token, tokenPlace(id)),
    paymentLinkExpiresAt: linkExpiry(now),
    sentAt: null,
    paidAt: null,
    cancelledAt: null,
    cancelledOn: null,
    cancelReason: null,
    deletedAt: null,
    quotationId: draft.quotationId ?? null,
    recurringId: draft.recurringId ?? null,
    recurringOn: draft.recurringOn ?? null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies InvoiceEntity);
}

/** Amounts of an invoice as row columns. */
export function moneyOf({
  currency,
  totals,
  rounding,
}: Pick<PricedInvoice, "currency" | "totals" | "rounding">) {
  return {
    currency,
    ...rounding,
    discountMinor: totals.discount,
    subtotalMinor: totals.subtotal,
    taxMinor: totals.taxTotal,
    totalMinor: totals.total,
    taxLines: totals.taxLines,
  };
}

/** Builds the lines of an invoice without storing them. */
export function linesOf(invoice: InvoiceEntity, lines: readonly PricedLine[]): InvoiceLineEntity[] {
  return lines.map((line, index) =>
    Object.assign(new InvoiceLineEntity(), {
      id: newId("ivl"),
      ownerId: invoice.ownerId,
      invoiceId: invoice.id,
      position: index + 1,
      ...line,
    } satisfies InvoiceLineEntity),
  );
}

/** Stores a new invoice with its lines and emits `created`, plus `sent` and `paid` where they apply. */
export async function saveInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  lines: readonly InvoiceLineEntity[],
): Promise<void> {
  // Lines reference the invoice by ID only, so the invoice must be written first.
  await em.persist(invoice).flush();
  em.persist([...lines]);
  const data = { object: presentExternalInvoice(invoice, lines, ctx.clock.now()), previous: null };
  await emitInvoiceEvent(em, "created", invoice, data);
  const { createdAt: at } = invoice;
  await recordChange(em, invoice, {
    type: "created",
    at,
    before: null,
    after: historyRecord(invoice, lines, at),
  });
  if (invoice.status === "draft") return;
  await emitInvoiceEvent(em, "sent", invoice, data);
  if (invoice.status === "paid") await emitInvoiceEvent(em, "paid", invoice, data);
}
