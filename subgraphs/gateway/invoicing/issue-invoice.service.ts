import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import { sendInvoiceMailJob } from "./send-invoice-mail.job.ts";

/**
 * Issues a draft: it gets the account's next number and goes to `sent`, or to `paid` when nothing is due. Its mail is
 * queued in the same transaction. The counter's row is locked until the commit, so numbers have no gap and no double.
 */
export async function issueInvoice(
  em: EntityManager,
  ctx: GatewayContext,
  invoice: InvoiceEntity,
): Promise<void> {
  const now = ctx.clock.now();
  invoice.number = await nextNumber(em, ownerOf(ctx));
  invoice.issueDate = now.toISOString().slice(0, 10);
  invoice.sentAt = now;
  invoice.delivery = "queued";
  invoice.status = invoice.totalMinor === 0 ? "paid" : "sent";
  invoice.paidAt = invoice.status === "paid" ? now : null;
  await enqueue(em, sendInvoiceMailJob, { invoiceId: invoice.id, ownerId: invoice.ownerId });
}

async function nextNumber(em: EntityManager, ownerId: string): Promise<string> {
  const [row] = await executeSql<{ prefix: string; last: string }>(
    em,
    `INSERT INTO invoice_counters AS c (owner_id, last_number) VALUES ($1, 1)
     ON CONFLICT (owner_id) DO UPDATE SET last_number = c.last_number + 1
     RETURNING prefix, last_number::text AS last`,
    [ownerId],
  );
  return `${row!.prefix}${row!.last.padStart(6, "0")}`;
}
