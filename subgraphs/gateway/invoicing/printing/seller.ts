import type { PostalAddress } from "../../base/address-lines.ts";
import { taxIdLabel } from "./tax-id-labels.ts";
import type { DocumentWords } from "./words-en.ts";

/** A registration for a tax, such as a VAT number. */
export interface SellerTaxId {
  kind: string;
  /** Normalized, such as DE136695976. */
  value: string;
}

/** Account that clients pay into, in full. */
export interface SellerBank {
  accountHolder: string | null;
  bankName: string | null;
  iban: string | null;
  bic: string | null;
  routingNumber: string | null;
  accountNumber: string | null;
}

/** Who issues a document. */
export interface Seller {
  legalName: string | null;
  tradeName: string | null;
  address: PostalAddress | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  registrationNumber: string | null;
  taxIds: readonly SellerTaxId[];
  /** Default locale of documents. */
  locale: string | null;
  /** `#rrggbb`. */
  color: string | null;
  terms: string | null;
  bank: SellerBank | null;
  logo: Buffer | null;
}

/** A seller of whom nothing is known. */
export const noSeller: Seller = {
  legalName: null,
  tradeName: null,
  address: null,
  email: null,
  phone: null,
  website: null,
  registrationNumber: null,
  taxIds: [],
  locale: null,
  color: null,
  terms: null,
  bank: null,
  logo: null,
};

/** Name that clients know the seller by; null without one. */
export function nameOfSeller({
  tradeName,
  legalName,
}: Pick<Seller, "tradeName" | "legalName">): string | null {
  return tradeName ?? legalName;
}

/** Tax IDs with their labels. */
export function taxIdLines({ taxIds }: Pick<Seller, "taxIds">, locale: string): string[] {
  return taxIds.map(({ kind, value }) => `${taxIdLabel(kind, locale)}: ${value}`);
}

/** Bank details as lines; an IBAN in groups of four, as it is printed. */
export function bankLines(bank: SellerBank, words: DocumentWords): string[] {
  const lines: [string, string | null][] = [
    [words.accountHolder, bank.accountHolder],
    [words.bank, bank.bankName],
    [words.iban, bank.iban && bank.iban.replaceAll(/(.{4})(?=.)/g, "$1 ")],
    [words.bic, bank.bic],
    [words.routingNumber, bank.routingNumber],
    [words.accountNumber, bank.accountNumber],
  ];
  return lines.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
}
