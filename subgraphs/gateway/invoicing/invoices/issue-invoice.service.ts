import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { addDays, endOfDate, localDate } from "../../../../src/time/local-date.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { settingsOf, type AccountSettings } from "./account-settings.service.ts";
import { useSellerProfile } from "../seller-profile/sellers.service.ts";
import { printedClientsOf, type PrintedClient } from "./clients.service.ts";
import { nextNumbers } from "./document-numbers.service.ts";
import type { InvoiceEntity } from "./invoice.entity.ts";
import { sendInvoiceMailJob, type MailWords } from "../invoice-mails/send-invoice-mail.job.ts";

/** What invoices are issued with. */
export interface IssueFacts {
  settings: AccountSettings;
  sellerProfileId: string | null;
  clients: ReadonlyMap<string | null, PrintedClient>;
  /** New numbers by the ID of the invoice. */
  numbers: ReadonlyMap<string, string>;
}

/**
 * Reads what an account's invoices are issued with, for all that are issued in the open transaction: assigns numbers to those
 * without one, in the given order, and freezes the seller's profile.
 */
export async function issueFacts(
  em: EntityManager,
  ownerId: string,
  invoices: readonly Pick<InvoiceEntity, "id" | "number" | "clientId">[],
): Promise<IssueFacts> {
  const settings = await settingsOf(em, ownerId);
  const ids = invoices.flatMap(({ id, number }) => (number === null ? [id] : []));
  const numbers = await nextNumbers(em, { ownerId, prefix: settings.numberPrefix }, ids.length);
  const sellerProfileId = await useSellerProfile(em, ownerId);
  const clients = await printedClientsOf(
    em,
    invoices.map(({ clientId }) => clientId),
  );
  return {
    settings,
    sellerProfileId,
    clients,
    numbers: new Map(ids.map((id, index) => [id, numbers[index]!])),
  };
}

/**
 * Issues a draft: assigns the next number unless it has one, and sets `sent`, or `paid` when the total is 0. The issue
 * date is the day of `given`, else the planned one unless it has not come, else today, in the account's time zone. The due
 * date defaults to the client's payment terms, else the account's. From then on it shows the seller, and the client's
 * tax ID and country, of this moment.
 */
export async function issueInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  { given, facts }: { given?: Date | undefined; facts?: IssueFacts } = {},
): Promise<void> {
  const sentAt = given ?? ctx.clock.now();
  const ownerId = ownerOf(ctx);
  const { settings, sellerProfileId, clients, numbers } = facts ?? (await issueFacts(em, ownerId, [invoice]));
  invoice.number ??= numbers.get(invoice.id) ?? null;
  const day = localDate(sentAt, settings.timezone);
  const { plannedIssueDate: planned } = invoice;
  invoice.issueDate = given === undefined && planned !== null && planned < day ? planned : day;
  invoice.footer = settings.footer;
  invoice.sellerProfileId = sellerProfileId;
  const client = clients.get(invoice.clientId)!;
  invoice.clientTaxId = client.taxId;
  invoice.clientCountry = client.country;
  const terms = client.termsDays ?? settings.defaultTermsDays;
  if (invoice.dueDate === null && terms !== null) {
    invoice.dueDate = addDays(invoice.issueDate, terms);
    invoice.overdueAt = endOfDate(invoice.dueDate, settings.timezone);
  }
  invoice.sentAt = sentAt;
  invoice.status = invoice.totalMinor === 0 ? "paid" : "sent";
  invoice.paidAt = invoice.status === "paid" ? sentAt : null;
}

/** Enqueues the e-mail of an issued invoice on commit. Each resend is a new message. */
export async function queueInvoiceMail(
  em: EntityManager,
  invoice: InvoiceEntity,
  words: MailWords = {},
): Promise<void> {
  const isRepeat = invoice.delivery !== "none";
  invoice.delivery = "queued";
  const { id: invoiceId, ownerId } = invoice;
  // Reports of the mail server name the invoice by the ID of its message.
  const mailId = isRepeat ? { mailId: `${invoice.id}.${newId("mail")}` } : {};
  await enqueue(em, sendInvoiceMailJob, { invoiceId, ownerId, ...mailId, ...words });
}
