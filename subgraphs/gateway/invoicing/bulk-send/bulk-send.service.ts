import type { EntityManager } from "@mikro-orm/postgresql";
import { currentActor } from "../../../../src/access/acting.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { invoiceTransitions, stateConflict, stateOf } from "../invoices/invoice-states.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { visibleRows } from "../visible-rows.ts";
import type { BulkSendInvoicesInput, InvoiceBatch } from "./bulk-send.types.ts";
import type { BatchItemRow, BatchRow } from "./invoice-batch.rows.ts";
import { sendInvoiceBatchJob } from "./send-batch.job.ts";

const { findOwn, findRows, insertAll } = plainRows<{
  invoice_batches: BatchRow;
  invoice_batch_items: BatchItemRow;
}>();

/**
 * Creates a batch that a job works through: it issues and e-mails each draft once, in a transaction of its own. Issued
 * invoices and IDs of no invoice of the account fail at once; without any draft the call is refused: INVOICE_STATE_CONFLICT or
 * INVOICE_NOT_FOUND. Holds the price of sending for each ID and captures it per draft.
 */
export function bulkSendInvoices(ctx: InvoicingContext, input: BulkSendInvoicesInput): Promise<InvoiceBatch> {
  const work = (own: InvoicingContext) =>
    exactlyOnce(own, { operation: "bulkSendInvoices", input }, (em) => createBatch(em, own, input));
  if (!ctx.charged) return work(ctx);
  const use = { units: input.invoiceIds.length, used: ({ pending }: InvoiceBatch) => pending };
  return ctx.charged((own) => work(own as InvoicingContext), use);
}

/**
 * A batch with the result of each invoice. Throws NOT_FOUND, also for a credential that is limited to apps when an invoice
 * is of another one.
 */
export function readInvoiceBatch(ctx: InvoicingContext, batchId: string): Promise<InvoiceBatch> {
  const read = async (em: EntityManager) => {
    const batch = await findOwn(em, "invoice_batches", { ownerId: ownerOf(ctx), id: batchId });
    if (!batch) throw notFound("batch");
    const items = await findRows(em, "invoice_batch_items", "t.batch_id = $1 ORDER BY t.position", [
      batch.id,
    ]);
    if (!(await seesAll(em, ctx, items))) throw notFound("batch");
    return present(batch, items);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function seesAll(
  em: EntityManager,
  ctx: InvoicingContext,
  items: readonly BatchItemRow[],
): Promise<boolean> {
  const { appIds } = ctx.principal;
  if (appIds === "all") return true;
  const id = { $in: items.map(({ invoiceId }) => invoiceId) };
  const others = { id, ownerId: ownerOf(ctx), appId: { $nin: [...appIds] } };
  return (await em.count(InvoiceEntity, others)) === 0;
}

async function createBatch(
  em: EntityManager,
  ctx: InvoicingContext,
  { invoiceIds }: BulkSendInvoicesInput,
): Promise<InvoiceBatch> {
  const ownerId = ownerOf(ctx);
  const own = { id: { $in: invoiceIds }, ...visibleRows(ctx) };
  const found = new Map((await em.find(InvoiceEntity, own)).map((invoice) => [invoice.id, invoice]));
  const refusals = invoiceIds.map((id) => refusalOf(ctx, found.get(id)));
  if (refusals.every((refusal) => refusal !== null))
    throw refusals.find((refusal) => refusal?.code !== "INVOICE_NOT_FOUND") ?? invoiceNotFound();
  const actor = currentActor();
  const batch = {
    id: newId("ibt"),
    ownerId,
    actorType: actor?.type ?? null,
    actorId: actor?.id ?? null,
    createdAt: ctx.clock.now().toISOString(),
    finishedAt: null,
  };
  const items = invoiceIds.map((invoiceId, index): BatchItemRow => {
    const refusal = refusals[index] ?? null;
    return {
      batchId: batch.id,
      position: index + 1,
      ownerId,
      invoiceId,
      status: refusal === null ? "pending" : "failed",
      errorCode: refusal?.code ?? null,
      errorMessage: refusal?.message ?? null,
    };
  });
  await insertAll(em, "invoice_batches", [batch]);
  await insertAll(em, "invoice_batch_items", items);
  await enqueue(em, sendInvoiceBatchJob, { batchId: batch.id, ownerId });
  return present(batch, items);
}

/** Why an invoice cannot be sent; null for a draft. */
function refusalOf(ctx: InvoicingContext, invoice: InvoiceEntity | undefined): DomainError | null {
  if (!invoice) return invoiceNotFound();
  const state = stateOf(invoice, ctx.clock.now());
  return state === "draft" ? null : stateConflict("invoice", state, invoiceTransitions[state]);
}

function present({ id, createdAt, finishedAt }: BatchRow, items: readonly BatchItemRow[]): InvoiceBatch {
  const count = (status: BatchItemRow["status"]) => items.filter((item) => item.status === status).length;
  return {
    id,
    status: finishedAt === null ? "running" : "finished",
    sent: count("sent"),
    failed: count("failed"),
    pending: count("pending"),
    results: items.map(({ invoiceId, status, errorCode, errorMessage }) => ({
      invoiceId,
      status,
      ok: status === "sent",
      errorCode,
      error: errorMessage,
    })),
    createdAt: new Date(createdAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  };
}
