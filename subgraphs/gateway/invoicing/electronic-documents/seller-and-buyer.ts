import type { InvoiceEntity, InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import { taxesOf } from "../taxes/line-taxes.ts";
import type { Seller } from "../printing/seller.ts";
import type { ElectronicDocument, ElectronicParty, ElectronicTax } from "./electronic-document.ts";

/** What an electronic document is made from: stored amounts, the seller and the language of its texts. */
export interface ElectronicSource {
  invoice: Omit<InvoiceEntity, "clientTaxId" | "clientCountry">;
  lines: readonly InvoiceLineEntity[];
  seller: Seller;
  client: { taxId: string | null; country: string | null };
  locale: string;
}

/** Seller and buyer of a document. */
export function partiesOf(
  { seller, invoice, client }: ElectronicSource,
  taxes: readonly ElectronicTax[],
): { seller: ElectronicParty; buyer: ElectronicParty } {
  // What is not subject to VAT names no VAT numbers (BR-O-02).
  const isOutside = taxes.some(({ treatment }) => treatment.category === "O");
  const address = seller.address!;
  const vatId = vatIdOf(seller);
  const others = seller.taxIds.filter(({ value }) => value !== vatId);
  const buyerVat = isOutside ? null : vatIdFrom(client.taxId);
  return {
    seller: {
      name: (seller.legalName ?? seller.tradeName)!,
      tradeName: seller.legalName === null ? null : seller.tradeName,
      registration: seller.registrationNumber,
      vatId,
      taxNumber: others[0]?.value ?? null,
      email: seller.email,
      phone: seller.phone,
      address: {
        lines: [address.line1, address.line2].filter((line): line is string => Boolean(line)),
        city: address.city,
        postalCode: address.postalCode,
        region: address.region,
        country: address.country,
      },
    },
    buyer: {
      name: invoice.clientName,
      tradeName: null,
      registration: buyerVat === null ? client.taxId : null,
      vatId: buyerVat,
      taxNumber: null,
      email: invoice.clientEmail,
      phone: null,
      address: {
        lines: addressLinesOf(invoice.clientAddress),
        city: null,
        postalCode: null,
        region: null,
        country: client.country!,
      },
    },
  };
}

/** At most three lines, as BG-8 has. */
function addressLinesOf(text: string | null): string[] {
  const lines = (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), lines.slice(2).join(", ")];
}

/** VAT number with the prefix of a country (BR-CO-09); null without one. */
export function vatIdOf({ taxIds }: Pick<Seller, "taxIds">): string | null {
  const found = taxIds.find(({ kind, value }) => kind.endsWith("_vat") && vatIdFrom(value) !== null);
  return found ? vatIdFrom(found.value) : null;
}

function vatIdFrom(text: string | null): string | null {
  const compact = (text ?? "").toUpperCase().replaceAll(/[\s.-]/g, "");
  return /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(compact) && /\d/.test(compact) ? compact : null;
}

/** The account that the client pays into; null without one. */
export function bankOf(seller: Seller, currency: string): ElectronicDocument["bank"] {
  const { bank } = seller;
  const account = bank?.iban ?? bank?.accountNumber;
  if (!bank || !account) return null;
  const { accountHolder: holder, bic } = bank;
  return { holder, account, bic, isSepa: bank.iban !== null && currency === "EUR" };
}

/** What every document needs: BR-06 to BR-11, BR-CO-26. */
export function missingOf({ seller, client }: ElectronicSource): string[] {
  const isTaxed = seller.taxIds.length === 0 ? ["the seller's tax ID"] : [];
  return [
    ...((seller.legalName ?? seller.tradeName) ? [] : ["the seller's name"]),
    ...(seller.address ? [] : ["the seller's address"]),
    ...isTaxed,
    ...(client.country === null ? ["the client's country"] : []),
  ];
}

/** EN 16931 knows one VAT treatment per line: no second tax, no tax on a tax, none that the client withholds. */
export function unsupportedTaxes(lines: readonly InvoiceLineEntity[]): string[] {
  const taxed = lines.map(taxesOf);
  return [
    ...(taxed.some((taxes) => taxes.length > 1) ? ["a line has several taxes"] : []),
    ...(taxed.some((taxes) => taxes.some(({ rate }) => rate < 0)) ? ["a tax is withheld"] : []),
  ];
}

/** What each category needs: BR-S-02, BR-E-02, BR-AE-02, BR-IC-02, BR-G-02, BR-O-02 and BR-O-11. */
export function categoryFaults(
  taxes: readonly ElectronicTax[],
  { seller, client }: ElectronicSource,
): string[] {
  const codes = new Set(taxes.map(({ treatment }) => treatment.category));
  const has = (...wanted: string[]) => wanted.some((code) => codes.has(code as never));
  const vatId = vatIdOf(seller);
  return [
    ...(has("AE", "K", "G") && vatId === null ? ["the seller's VAT number"] : []),
    ...(has("AE") && client.taxId === null ? ["the client's tax ID"] : []),
    ...(has("K") && vatIdFrom(client.taxId) === null ? ["the client's VAT number"] : []),
    ...(has("O") && codes.size > 1 ? ["lines not subject to tax are mixed with others"] : []),
    ...(has("O") && vatId !== null ? ["a seller with a VAT number has lines not subject to tax"] : []),
  ];
}
