import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { queueDocumentMail } from "../document-mails/queue-document-mail.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { clientOf } from "./payer.service.ts";
import { methodWords } from "./payment-methods.ts";
import { lockReceived } from "./return-money.service.ts";
import type { SendPaymentReceiptInput, SentPaymentReceipt } from "./payments.types.ts";
import { presentPayment } from "./read-payments.service.ts";

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
    const locale = documentLocale(null, seller.locale, (await printedClientOf(em, row.clientId)).language);
    const words = wordsOf(locale);
    const formats = formatsOf(locale);
    const money = (value: number) => formats.coded(value, currency);
    const paid = {
      amount: money(amount),
      date: formats.date(receivedOn)!,
      method: methodWords(words)[method],
    };
    await queueDocumentMail(em, {
      ownerId: row.ownerId,
      to: input.to ?? client.email,
      subject: fill(words.mailReceiptSubject, paid),
      paragraphs: [
        fill(words.mailHello, { name: client.name ?? "" }).replace(" ,", ","),
        fill(words.mailReceipt, paid),
        reference === null ? null : `${words.reference}: ${reference}`,
        ...invoices.map(({ id, number }) => `${words.invoice} ${number}: ${money(amountOf(id))}`),
        refunded > 0 ? `${words.refunded}: ${money(refunded)}` : null,
      ],
      locale,
      document: { kind: "receipt", id: row.id },
    });
    return { paymentId: row.id, sent: true };
  });
}
