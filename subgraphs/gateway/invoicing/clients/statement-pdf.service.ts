import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { pdfFile } from "../documents/document-file.ts";
import type { DocumentFile } from "../documents/document-file.types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { documentPdf } from "../printing/document-pdf.ts";
import { wordsOf } from "../printing/document-words.ts";
import type { DocumentWords } from "../printing/words-en.ts";
import type { Seller } from "../printing/seller.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { readClientStatement } from "./client-statement.service.ts";
import type { ClientStatement, ClientStatementPdfArgs } from "./client-statement.types.ts";
import type { Client } from "./clients.types.ts";
import { readClient } from "./read-clients.service.ts";

/**
 * The account statement of a client as a PDF, with the current seller. The same statement on one day has the same bytes. Throws
 * NOT_FOUND, VALIDATION_ERROR when the days are reversed.
 */
export async function renderStatementPdf(
  ctx: InvoicingContext,
  { locale: wanted, download: _, ...args }: ClientStatementPdfArgs,
): Promise<DocumentFile> {
  const statement = await readClientStatement(ctx, args);
  const client = await readClient(ctx, args.clientId);
  const seller = await inTransaction(
    ctx,
    (em) => sellerOf(em, ctx, { ownerId: ownerOf(ctx), sellerProfileId: null, isIssued: false }),
    { readOnly: true },
  );
  const bytes = await printStatement({ statement, client, seller }, documentLocale(wanted, seller.locale));
  return { documentId: client.id, ...pdfFile(`statement-${statement.from}-${statement.to}`, bytes) };
}

interface PrintedStatement {
  statement: ClientStatement;
  client: Client;
  seller: Seller;
}

function printStatement({ statement, client, seller }: PrintedStatement, locale: string): Promise<Buffer> {
  const { currency, from, to, opening, closing, lines } = statement;
  const words = wordsOf(locale);
  const formats = formatsOf(locale);
  const money = (amount: number) => formats.money(amount, currency);
  const entries = entryWords(words);
  const taxId = client.taxId && `${words.clientTaxId}: ${client.taxId}`;
  return documentPdf({
    locale,
    seller,
    title: words.statement,
    mark: null,
    at: new Date(`${to}T00:00:00.000Z`),
    recipient: { label: words.billedTo, lines: [client.name, client.billingAddress, client.email, taxId] },
    head: [
      [words.period, `${formats.date(from)} – ${formats.date(to)}`],
      [words.currency, currency],
      [words.opening, money(opening)],
    ],
    table: {
      columns: [
        { label: words.date, align: "left", share: 22 },
        { label: words.entry, align: "left", share: 38 },
        { label: words.amount, align: "right", share: 20 },
        { label: words.balance, align: "right", share: 20 },
      ],
      rows: lines.map(({ date, kind, number, amount, balance }) => [
        formats.date(date)!,
        [entries.get(kind) ?? kind, number ?? ""].join(" ").trim(),
        money(amount),
        money(balance),
      ]),
    },
    taxes: [],
    totals: [[words.closing, money(closing)]],
    strong: [words.closing],
    texts: [],
    showsBank: closing > 0,
    footer: null,
  });
}

function entryWords(words: DocumentWords): Map<string, string> {
  return new Map([
    ["invoice", words.entryInvoice],
    ["cancelled", words.entryCancelled],
    ["payment", words.entryPayment],
    ["refund", words.entryRefund],
    ["credit_note", words.entryCreditNote],
    ["write_off", words.entryWriteOff],
  ]);
}
