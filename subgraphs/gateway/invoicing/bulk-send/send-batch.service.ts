import { actingAs } from "../../../../src/access/acting.ts";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { sendDraft } from "../invoices/invoice-life.service.ts";
import { finishBatch, lockNextItem, readBatchActor, settleItem } from "./invoice-batch.rows.ts";

/**
 * Sends the pending invoices of a batch, each with its result in one transaction: issue, e-mail and result commit together,
 * so each is sent once, also when the process ends in between or two workers run the batch. An invoice that cannot be sent
 * stores why, and the next one follows. A closed account sends nothing.
 */
export async function sendBatch(ctx: InvoicingContext, batchId: string): Promise<void> {
  const actor = await inTransaction(ctx, (em) => readBatchActor(em, batchId));
  await actingAs(actor, async () => {
    while (await sendNext(ctx, batchId));
  });
}

async function sendNext(ctx: InvoicingContext, batchId: string): Promise<boolean> {
  const seen: { position: number | null } = { position: null };
  try {
    return await inTransaction(ctx, async (em) => {
      const item = await lockNextItem(em, batchId);
      seen.position = item?.position ?? null;
      if (!item) {
        await finishBatch(em, batchId, ctx.clock.now());
        return false;
      }
      if (!(await isAccountOpen(em, ownerOf(ctx)))) throw closed();
      await applyToInvoice(em, ctx, { invoiceId: item.invoiceId }, (change) => sendDraft(ctx, change));
      await settleItem(em, batchId, item.position, null);
      return true;
    });
  } catch (error) {
    const { position } = seen;
    if (!(error instanceof DomainError) || position === null) throw error;
    const { code, message } = error;
    await inTransaction(ctx, (em) => settleItem(em, batchId, position, { code, message }));
    return true;
  }
}

function closed(): DomainError {
  return new DomainError("FORBIDDEN", "The account is suspended or closed. Contact support.");
}
