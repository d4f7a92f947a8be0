import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { queueDocumentMail } from "../document-mails/queue-document-mail.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { fill, letterText, wordsOf } from "../printing/document-words.ts";
import { nameOfSeller } from "../printing/seller.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { methodWords } from "./payment-methods.ts";
import { lockReceived } from "./return-money.service.ts";
import type { SendPaymentReceiptInput, SentPaymentReceipt } from "./payments.types.ts";
import { presentPayment } from "./read-payments.service.ts";
import type { ReceivedPaymentEntity } from "./received-payment.entity.ts";

/**
 * E-mails a receipt of a payment to the client, or to `to`: amount, date, method and the invoices it settled. Each call is a new
 * message. Throws NOT_FOUND, INVALID_STATE for a voided payment, and VALIDATION_ERROR without a recipient.
 */
export function sendPaymentReceipt(
  ctx: InvoicingContext,
  input: SendPaymentReceiptInput,
): Promise<SentPaymentReceipt> {
  return exactlyOnce(ctx, { operation: "sendPaymentReceipt", input }, async (em) => {
    const row = await lockReceived(em, ctx, input.paymentId);
    const payment = await presentPayment(em, row);
    const ids = payment.allocations.map(({ invoiceId }) => invoiceId);
    const invoices = await em.find(InvoiceEntity, { id: { $in: ids } }, { orderBy: { number: "asc" } });
    const client = await clientOf(em, row, invoices);
    const amountOf = (invoiceId: string) =>
      payment.allocations.find((one) => one.invoiceId === invoiceId)!.amount;
    const { currency, amount, refunded, receivedOn, method, reference } = payment;
    const seller = await sellerOf(em, ctx, { ownerId: row.ownerId, sellerProfileId: null, isIssued: false });
    const locale = documentLocale(null, seller.locale);
    const words = wordsOf(locale);
    const formats = formatsOf(locale);
    const money = (value: number) => formats.coded(value, currency);
    const paid = {
      amount: money(amount),
      date: formats.date(receivedOn)!,
      method: methodWords(words)[method],
    };
    const text = letterText([
      fill(words.mailHello, { name: client.name ?? "" }).replace(" ,", ","),
      fill(words.mailReceipt, paid),
      reference === null ? null : `${words.reference}: ${reference}`,
      ...invoices.map(({ id, number }) => `${words.invoice} ${number}: ${money(amountOf(id))}`),
      refunded > 0 ? `${words.refunded}: ${money(refunded)}` : null,
      nameOfSeller(seller),
    ]);
    const subject = fill(words.mailReceiptSubject, paid);
    const to = input.to ?? client.email;
    await queueDocumentMail(em, { ownerId: row.ownerId, to, subject, text });
    return { paymentId: row.id, sent: true };
  });
}

/** Who paid: the client, else the one printed on the first invoice. */
export async function clientOf(
  em: EntityManager,
  { clientId }: ReceivedPaymentEntity,
  invoices: readonly InvoiceEntity[],
): Promise<{ name: string | null; email: string | null }> {
  const client = clientId === null ? null : await em.findOne(ClientEntity, { id: clientId });
  const [invoice] = invoices;
  return {
    name: client?.name ?? invoice?.clientName ?? null,
    email: client?.email ?? invoice?.clientEmail ?? null,
  };
}
