import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import { german } from "./words-de.ts";
import { english, type MailWords } from "./words-en.ts";
import { spanish } from "./words-es.ts";
import { french } from "./words-fr.ts";
import { portuguese } from "./words-pt.ts";

const catalogues = new Map<string, MailWords>([
  ["en", english],
  ["fr", french],
  ["de", german],
  ["es", spanish],
  ["pt", portuguese],
]);

/** Texts and formats of mails about bookings. */
export interface MailText {
  locale: string;
  words: MailWords;
  /** A moment by the clocks of a zone, which is named. */
  when(at: Date, timezone: string): string;
  money(minor: number, currency: string): string;
}

/** Texts and formats of a locale such as `de-CH`; English for a language without a catalogue. */
export function mailText(locale: string): MailText {
  return {
    locale,
    words: catalogues.get(locale.slice(0, 2)) ?? english,
    when: (at, timeZone) => {
      const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone });
      // Plain spaces, which every mail program shows.
      return `${format.format(at).replaceAll(/[\u00a0\u202f]/g, " ")} (${timeZone})`;
    },
    money: (minor, currency) =>
      toMajor(minor, currencyDecimals(currency)).toLocaleString(locale, { style: "currency", currency }),
  };
}

/** A text with its placeholders filled in. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  );
}
