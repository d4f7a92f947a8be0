import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { actingAs } from "../../../../src/access/acting.ts";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { applyToFound } from "../invoices/change-invoice.service.ts";
import { InvoiceEntity, InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import { sendDraft } from "../invoices/invoice-life.service.ts";
import { issueFacts } from "../invoices/issue-invoice.service.ts";
import { sendInvoiceMailsJob } from "../invoice-mails/send-invoice-mail.job.ts";
import { visibleRows } from "../visible-rows.ts";
import {
  finishBatch,
  lockNextItems,
  readBatchActor,
  settleItems,
  type PendingItem,
} from "./invoice-batch.rows.ts";

/** Invoices that are issued in one transaction; their mails are one job. */
const atOnce = 10;

/**
 * Sends the pending invoices of a batch, some of them in one transaction: issue, e-mails and results commit together, so each
 * is sent once, also when the process ends in between or two workers run the batch. When one of them cannot be sent, each has a
 * transaction of its own: that one stores why, and the others are sent. A closed account sends nothing.
 */
export async function sendBatch(ctx: InvoicingContext, batchId: string): Promise<void> {
  const actor = await inTransaction(ctx, (em) => readBatchActor(em, batchId));
  await actingAs(actor, async () => {
    for (;;) {
      const { taken, refused } = await sendSome(ctx, batchId, atOnce);
      if (taken === 0) return;
      for (let left = refused; left > 0; left--) await sendSome(ctx, batchId, 1);
    }
  });
}

/** How many pending invoices were taken, and how many of these were not sent because one of several was refused. */
interface Sent {
  taken: number;
  refused: number;
}

async function sendSome(ctx: InvoicingContext, batchId: string, count: number): Promise<Sent> {
  let items: PendingItem[] = [];
  try {
    return await inTransaction(ctx, async (em) => {
      items = await lockNextItems(em, batchId, count);
      if (items.length === 0) await finishBatch(em, batchId, ctx.clock.now());
      else await sendItems(em, ctx, batchId, items);
      return { taken: items.length, refused: 0 };
    });
  } catch (error) {
    if (!(error instanceof DomainError) || items.length === 0) throw error;
    const taken = items.length;
    if (taken > 1) return { taken, refused: taken };
    const { code, message } = error;
    await inTransaction(ctx, (em) => settleItems(em, batchId, items, { code, message }));
    return { taken, refused: 0 };
  }
}

async function sendItems(
  em: EntityManager,
  ctx: InvoicingContext,
  batchId: string,
  items: readonly PendingItem[],
): Promise<void> {
  const ownerId = ownerOf(ctx);
  if (!(await isAccountOpen(em, ownerId))) throw closed();
  const invoiceIds = items.map(({ invoiceId }) => invoiceId);
  // Locked in one order, so that batches of the same invoices wait for each other.
  const where = { id: { $in: invoiceIds }, ...visibleRows(ctx) };
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: "asc" } } as const;
  const invoices = new Map((await em.find(InvoiceEntity, where, locked)).map((row) => [row.id, row]));
  const ofInvoices = { invoiceId: { $in: invoiceIds } };
  const found = await em.find(InvoiceLineEntity, ofInvoices, { orderBy: { position: "asc" } });
  const linesOf = Map.groupBy(found, ({ invoiceId }) => invoiceId);
  const inOrder = invoiceIds.map((id) => {
    const invoice = invoices.get(id);
    if (!invoice) throw invoiceNotFound();
    return invoice;
  });
  const facts = await issueFacts(em, ownerId, inOrder);
  // Together, so that their events and their history are one statement each.
  const sent = await Promise.allSettled(
    inOrder.map((invoice) => {
      const lines = linesOf.get(invoice.id) ?? [];
      return applyToFound(em, ctx, { invoice, lines }, (change) => sendDraft(ctx, change, facts));
    }),
  );
  for (const one of sent) if (one.status === "rejected") throw one.reason;
  await settleItems(em, batchId, items, null);
  await enqueue(em, sendInvoiceMailsJob, { ownerId, invoiceIds });
}

function closed(): DomainError {
  return new DomainError("FORBIDDEN", "The account is suspended or closed. Contact support.");
}
