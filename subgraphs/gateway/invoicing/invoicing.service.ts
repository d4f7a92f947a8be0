import { createHash } from "node:crypto";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { emitEvent } from "../../../src/db/outbox.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { newId, newToken } from "../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";
import { findOrCreateClient, type BilledClient } from "./clients.service.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import type { Invoice } from "./invoice.types.ts";
import type { CreateInvoiceInput } from "./invoicing.types.ts";
import { issueInvoice } from "./issue-invoice.service.ts";
import { presentInvoice, tokenPlace } from "./present-invoice.ts";
import { priceInvoice, type PricedInvoice } from "./read-invoice-input.ts";

/** The app that invoices belong to when a call names none. */
const invoicingApp = "invoicer";

/**
 * Creates an invoice as a draft, or with `sendEmail` issues it and queues its mail, all in one transaction. An unknown
 * e-mail makes the client. Idempotent by the call's key. Throws VALIDATION_ERROR, AMOUNT_PRECISION, INVALID_CURRENCY or
 * INVALID_AMOUNT.
 */
export async function createInvoice(ctx: GatewayContext, input: CreateInvoiceInput): Promise<Invoice> {
  const priced = priceInvoice(input);
  return exactlyOnce(ctx, { operation: "createInvoice", input }, async (em) => {
    const { client: email, customerName = null } = input;
    const client = await findOrCreateClient(em, ctx, { email, name: customerName });
    const invoice = draftInvoice(ctx, { input, priced, client });
    const lines = linesOf(invoice, priced);
    if (input.sendEmail) await issueInvoice(em, ctx, invoice);
    // The lines refer to the invoice by its id alone, so the order of the writes is ours to keep.
    await em.persist(invoice).flush();
    em.persist(lines);
    await emitInvoiceEvent(em, "invoice.created", invoice);
    if (input.sendEmail) await emitInvoiceEvent(em, "invoice.sent", invoice);
    return presentInvoice(ctx, invoice, lines);
  });
}

/** SHA-256 (hex) of a payment token: how its invoice is found without the token being stored in the clear. */
export function hashPaymentToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function draftInvoice(
  ctx: GatewayContext,
  { input, priced, client }: { input: CreateInvoiceInput; priced: PricedInvoice; client: BilledClient },
): InvoiceEntity {
  const id = newId("inv");
  const token = newToken();
  const now = ctx.clock.now();
  const { totals, currency } = priced;
  return Object.assign(new InvoiceEntity(), {
    id,
    ownerId: ownerOf(ctx),
    appId: ctx.appId ?? invoicingApp,
    number: null,
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    status: "draft",
    delivery: "none",
    currency,
    discountMinor: totals.discount,
    subtotalMinor: totals.subtotal,
    taxMinor: totals.taxTotal,
    totalMinor: totals.total,
    amountPaidMinor: 0,
    taxLines: totals.taxLines,
    issueDate: null,
    dueDate: input.dueDate ?? null,
    notes: input.notes ?? null,
    paymentTokenHash: hashPaymentToken(token),
    paymentTokenSealed: ctx.ports.keyRing.seal(token, tokenPlace(id)),
    sentAt: null,
    paidAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies InvoiceEntity);
}

function linesOf(invoice: InvoiceEntity, priced: PricedInvoice): InvoiceLineEntity[] {
  return priced.lines.map((line, index) =>
    Object.assign(new InvoiceLineEntity(), {
      id: newId("ivl"),
      ownerId: invoice.ownerId,
      invoiceId: invoice.id,
      position: index + 1,
      ...line,
    } satisfies InvoiceLineEntity),
  );
}

async function emitInvoiceEvent(em: EntityManager, type: string, invoice: InvoiceEntity): Promise<void> {
  const { id: objectId, appId, ownerId, number, status, totalMinor, currency } = invoice;
  await emitEvent(em, {
    type,
    objectId,
    appId,
    ownerId,
    payload: { invoiceId: objectId, number, status, totalMinor, currency },
  });
}
