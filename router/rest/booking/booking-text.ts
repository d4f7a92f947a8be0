import { escapeHtml } from "../../../src/text/html.ts";
import { textIn, type PageText } from "../portal/portal-text.ts";
import { germanPayments } from "./payment-words-de.ts";
import { englishPayments, type PaymentWords } from "./payment-words-en.ts";
import { spanishPayments } from "./payment-words-es.ts";
import { frenchPayments } from "./payment-words-fr.ts";
import { portuguesePayments } from "./payment-words-pt.ts";
import { german } from "./words-de.ts";
import { english, type BookingWords } from "./words-en.ts";
import { spanish } from "./words-es.ts";
import { french } from "./words-fr.ts";
import { portuguese } from "./words-pt.ts";

/** Texts of all pages of customers. */
export type CustomerWords = BookingWords & PaymentWords;

const inEnglish: CustomerWords = { ...english, ...englishPayments };
const catalogues = new Map<string, CustomerWords>([
  ["en", inEnglish],
  ["fr", { ...french, ...frenchPayments }],
  ["de", { ...german, ...germanPayments }],
  ["es", { ...spanish, ...spanishPayments }],
  ["pt", { ...portuguese, ...portuguesePayments }],
]);

/** Texts and formats of a booking page. */
export interface BookingText extends PageText<CustomerWords> {
  /** A day to choose, with its weekday, such as `Mon, Nov 30`. */
  weekday(date: string): string;
  /** A time of day such as `14:30`. */
  time(time: string): string;
  /** A moment by the clocks of a zone. */
  moment(at: string, zone: string): string;
}

/** Texts and formats of a locale such as `de-CH`; English for a language without a catalogue. */
export function bookingText(locale: string): BookingText {
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return {
    ...textIn(locale, catalogues.get(locale.slice(0, 2)) ?? inEnglish),
    weekday: (date) => escapeHtml(weekday.format(new Date(`${date}T00:00:00.000Z`))),
    time: (time) => escapeHtml(clock.format(new Date(`1970-01-01T${time}:00.000Z`))),
    moment: (at, timeZone) =>
      escapeHtml(
        new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone }).format(
          new Date(at),
        ),
      ),
  };
}

/** The first language of a browser that has a catalogue: for pages of which no booking page is known. */
export function languageOf(acceptLanguage: string | undefined): string {
  const wanted = (acceptLanguage ?? "").slice(0, 200).split(",");
  const languages = wanted.map((range) => range.trim().slice(0, 2).toLowerCase());
  return languages.find((language) => catalogues.has(language)) ?? "en";
}
