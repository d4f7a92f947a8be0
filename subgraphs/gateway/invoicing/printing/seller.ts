import { formatAddress } from "localized-address-format";
import { taxIdLabel } from "./tax-id-labels.ts";
import type { DocumentWords } from "./words-en.ts";

/** Postal address of a business. */
export interface SellerAddress {
  line1: string;
  line2: string | null;
  city: string;
  /** State, province or county, where the country's addresses have one. */
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

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
  address: SellerAddress | null;
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

/**
 * Lines of an address as its country writes it, with the country's name last. Formats are those of Google's libaddressinput; an
 * address in Latin letters has the order for them, so a Japanese one begins with its street, and one in kanji with its postal code.
 */
export function addressLines(address: SellerAddress, countryName: string): string[] {
  const { line1, line2, city, region, postalCode, country } = address;
  const script = /^[\p{Script=Latin}\p{Script=Common}]*$/u.test(`${line1}${city}`) ? "latin" : "local";
  const parts = {
    postalCountry: country,
    postalCode: postalCode ?? "",
    addressLines: [line1, line2 ?? ""].filter(Boolean),
  };
  const lines = formatAddress({ ...parts, locality: city, administrativeArea: region ?? "" }, script);
  if (lines.some((line) => line.includes(city))) return [...lines, countryName];
  // The format has no city: it is a part of the region, as in Japan.
  const area = script === "local" ? `${region ?? ""}${city}` : [city, region].filter(Boolean).join(", ");
  return [...formatAddress({ ...parts, administrativeArea: area }, script), countryName];
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
