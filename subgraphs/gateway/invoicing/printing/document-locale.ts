import { currencyDecimals } from "../../../../src/currency.ts";

/** Languages that documents are written in. */
export const documentLanguages = ["en", "fr", "de", "es", "pt"] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

/** A language of documents, with the country whose number and date formats are used, such as `de-CH`. */
export const localePattern = /^(en|fr|de|es|pt)(-[A-Z]{2})?$/;
export const localeMessage = "must be en, fr, de, es or pt, with a country if wanted, such as de-CH";

/** The language of a locale. */
export function languageOf(locale: string): DocumentLanguage {
  return documentLanguages.find((language) => locale.startsWith(language)) ?? "en";
}

/**
 * Locale of a document: the wanted one, else that of the client's language, else the seller's, else American English. A client
 * with the seller's language gets the seller's formats.
 */
export function documentLocale(
  wanted: string | null | undefined,
  seller: string | null | undefined,
  client: string | null = null,
): string {
  const usual = seller ?? "en-US";
  if (wanted) return wanted;
  return client === null || languageOf(usual) === client ? usual : client;
}

/** Writes amounts, dates and numbers in the formats of one locale. */
export interface Formats {
  locale: string;
  money(amount: number, currency: string): string;
  /** An amount with the currency's code behind it, for plain text. */
  coded(amount: number, currency: string): string;
  /** A date `YYYY-MM-DD`; null stays null. */
  date(day: string | null): string | null;
  number(value: number): string;
  /** 13 becomes 13 %. */
  percent(rate: number): string;
  country(code: string): string;
}

const known = new Map<string, Formats>();

/** Formats of a locale, by `Intl`. Spaces that do not break are kept: an amount stays on one line. */
export function formatsOf(locale: string): Formats {
  const found = known.get(locale);
  if (found) return found;
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const formats: Formats = {
    locale,
    money: (amount, currency) =>
      amount.toLocaleString(locale, { style: "currency", currency, ...digitsOf(currency) }),
    coded: (amount, currency) => `${amount.toLocaleString(locale, digitsOf(currency))} ${currency}`,
    date: (day) => (day === null ? null : dates.format(new Date(`${day}T00:00:00.000Z`))),
    number: (value) => numbers.format(value),
    percent: (rate) => percents.format(rate / 100),
    country: (code) => countries.of(code) ?? code,
  };
  known.set(locale, formats);
  return formats;
}

function digitsOf(currency: string) {
  const decimals = currencyDecimals(currency);
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** Countries whose paper is Letter; all others use A4. Source: CLDR, supplemental measurementData, paperSize. */
const letterCountries = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));

/** Paper of a seller's country; Letter where the country is unknown. */
export function paperOf(country: string | null | undefined): "A4" | "LETTER" {
  return !country || letterCountries.has(country) ? "LETTER" : "A4";
}
