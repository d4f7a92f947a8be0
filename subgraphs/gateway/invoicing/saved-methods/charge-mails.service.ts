import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import { queueDocumentMail } from "../document-mails/queue-document-mail.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { paymentLink } from "../invoices/present-invoice.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import type { AutoChargeRow, AutoChargeState, SavedMethodRow } from "./saved-method.rows.ts";

const texts = {
  succeeded: "mailCharged",
  failed: "mailChargeFailed",
  needs_authentication: "mailChargeConfirm",
  ended: "mailChargeEnded",
} as const;

/** Mails the client what became of a charge; where it failed, with the link of the page on which the invoice is paid. */
export async function tellOfCharge(
  em: EntityManager,
  ctx: InvoicingContext,
  { ownerId, invoiceId }: AutoChargeRow,
  { status, card }: { status: AutoChargeState; card: SavedMethodRow | null },
): Promise<void> {
  const invoice = await em.findOneOrFail(InvoiceEntity, { id: invoiceId });
  if (invoice.clientEmail === null || !Object.hasOwn(texts, status)) return;
  const seller = await sellerOf(em, ctx, {
    ownerId,
    sellerProfileId: invoice.sellerProfileId,
    isIssued: true,
  });
  const { language } = await printedClientOf(em, invoice.clientId);
  const locale = documentLocale(null, seller.locale, language);
  const words = wordsOf(locale);
  const total = toMajor(invoice.totalMinor, currencyDecimals(invoice.currency));
  const values = {
    amount: formatsOf(locale).coded(total, invoice.currency),
    number: invoice.number ?? "",
    card: card === null ? "" : `${card.brand} •••• ${card.last4}`,
  };
  const subject = fill(
    status === "succeeded" ? words.mailChargedSubject : words.mailChargeFailedSubject,
    values,
  );
  await queueDocumentMail(em, {
    ownerId,
    to: invoice.clientEmail,
    subject,
    locale,
    paragraphs: [
      fill(words.mailHello, { name: invoice.clientName }),
      fill(words[texts[status as keyof typeof texts]], values),
    ],
    button: status === "succeeded" ? null : { label: words.mailView, url: paymentLink(ctx, invoice) },
  });
}
