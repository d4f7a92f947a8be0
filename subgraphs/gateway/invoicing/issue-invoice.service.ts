import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../src/ids.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import { localDate } from "../../../src/local-date.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";
import { timezoneOf } from "./account-days.service.ts";
import { issuePrefix, nextNumber } from "./document-numbers.service.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import { sendInvoiceMailJob, type MailWords } from "./send-invoice-mail.job.ts";

/**
 * Issues a draft: it gets the account's next number unless it has one, and goes to `sent`, or to `paid` when nothing is
 * due. Its date is the day of `sentAt` (now) in the account's timezone.
 */
export async function issueInvoice(
  em: EntityManager,
  ctx: GatewayContext,
  invoice: InvoiceEntity,
  sentAt = ctx.clock.now(),
): Promise<void> {
  const ownerId = ownerOf(ctx);
  invoice.number ??= await nextNumber(em, ownerId, issuePrefix);
  invoice.issueDate = localDate(sentAt, await timezoneOf(em, ownerId));
  invoice.sentAt = sentAt;
  invoice.status = invoice.totalMinor === 0 ? "paid" : "sent";
  invoice.paidAt = invoice.status === "paid" ? sentAt : null;
}

/** Has an issued invoice e-mailed once the transaction commits. Sending again is a message of its own. */
export async function queueInvoiceMail(
  em: EntityManager,
  invoice: InvoiceEntity,
  words: MailWords = {},
): Promise<void> {
  const isRepeat = invoice.delivery !== "none";
  invoice.delivery = "queued";
  const { id: invoiceId, ownerId } = invoice;
  const mailId = isRepeat ? { mailId: newId("mail") } : {};
  await enqueue(em, sendInvoiceMailJob, { invoiceId, ownerId, ...mailId, ...words });
}
