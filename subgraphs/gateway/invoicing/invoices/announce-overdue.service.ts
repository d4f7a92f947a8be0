import { LockMode } from "@mikro-orm/core";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import { emitInvoiceEvent } from "./invoice-events.service.ts";
import { presentExternalInvoice } from "./present-external-invoice.ts";
import { recordChange } from "../invoice-history/record-change.service.ts";

/** Emits an event for each newly overdue invoice of all accounts, once per due date. Returns their number. */
export async function announceOverdueInvoices(ctx: InvoicingContext, batchSize = 200): Promise<number> {
  const now = ctx.clock.now();
  return asSystem(ctx.em, async (em) => {
    const due = { status: "sent", overdueAt: { $lte: now }, overdueToldAt: null } as const;
    const invoices = await em.find(InvoiceEntity, due, {
      orderBy: { overdueAt: "asc" },
      limit: batchSize,
      lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
    });
    const ofDue = { invoiceId: { $in: invoices.map(({ id }) => id) } };
    const lines = await em.find(InvoiceLineEntity, ofDue, { orderBy: { position: "asc" } });
    const byInvoice = Map.groupBy(lines, (line) => line.invoiceId);
    for (const invoice of invoices) {
      invoice.overdueToldAt = now;
      const object = presentExternalInvoice(invoice, byInvoice.get(invoice.id) ?? [], now);
      await emitInvoiceEvent(em, "overdue", invoice, { object, previous: { status: "sent" } });
      const change = { before: { status: "sent" }, after: { status: object.status } };
      await recordChange(em, invoice, { type: "overdue", at: now, ...change });
    }
    return invoices.length;
  });
}
