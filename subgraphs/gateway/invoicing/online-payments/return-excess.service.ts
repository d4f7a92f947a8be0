import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { toMajor } from "../../../../src/money.ts";
import { queueDocumentMail } from "../document-mails/queue-document-mail.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { processorIdOf } from "../../base/payments/payment-account.rows.ts";
import { lockReceived, refundFrom } from "../payments-received/return-money.service.ts";
import { unappliedMinor } from "../payments-received/received-payment.entity.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { finishRefundJob } from "./finish-refund.job.ts";
import type { OnlinePaymentRow } from "./online-payment.rows.ts";

/**
 * Returns what of a new online payment was not due any more, since the invoice was paid, credited or voided meanwhile: the
 * refund is recorded with the payment, and a job makes it at the processor, with the platform's fee. The client gets a
 * mail. Refunds that were made at the processor are applied before. The caller holds the lock on the online payment.
 */
export async function returnExcess(
  em: EntityManager,
  ctx: InvoicingContext,
  online: OnlinePaymentRow,
  today: string,
): Promise<void> {
  const payment = await lockReceived(em, ctx, online.paymentId!);
  const excess = unappliedMinor(payment);
  const processorAccountId = await processorIdOf(em, online.paymentAccountId);
  if (excess <= 0 || processorAccountId === null) return;
  const refund = await refundFrom(em, ctx, payment, {
    amountMinor: excess,
    reason: "Paid when it was not due any more",
    today,
    status: "pending",
    processorRefundId: null,
    returnsExcess: true,
  });
  await enqueue(em, finishRefundJob, {
    ownerId: payment.ownerId,
    refundId: refund.id,
    paymentId: payment.id,
    onlinePaymentId: online.id,
    processorAccountId,
    paymentIntentId: online.paymentIntentId!,
    amount: excess,
    currency: payment.currency,
    returnsFee: true,
  });
  await tellPayer(em, ctx, await em.findOneOrFail(InvoiceEntity, { id: online.invoiceId }), excess);
}

async function tellPayer(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  excess: number,
): Promise<void> {
  const { ownerId, sellerProfileId, clientId, clientEmail, clientName, currency } = invoice;
  if (clientEmail === null) return;
  const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: true });
  const { language } = await printedClientOf(em, clientId);
  const locale = documentLocale(null, seller.locale, language);
  const words = wordsOf(locale);
  const amount = formatsOf(locale).coded(toMajor(excess, currencyDecimals(currency)), currency);
  const values = { amount, number: invoice.number ?? "" };
  const subject = fill(words.mailReturnedSubject, values);
  const paragraphs = [fill(words.mailHello, { name: clientName }), fill(words.mailReturned, values)];
  await queueDocumentMail(em, { ownerId, to: clientEmail, subject, locale, paragraphs });
}
