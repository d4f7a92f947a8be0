import { escapeHtml } from "../../../src/text/html.ts";
import { german } from "./words-de.ts";
import { english, type PortalWords } from "./words-en.ts";
import { spanish } from "./words-es.ts";
import { french } from "./words-fr.ts";
import { portuguese } from "./words-pt.ts";

const catalogues = new Map<string, PortalWords>([
  ["en", english],
  ["fr", french],
  ["de", german],
  ["es", spanish],
  ["pt", portuguese],
]);

/** The language of a page, with its texts and formats. Everything it returns is escaped, but `words`. */
export interface PageText<Words> {
  /** For the attribute `lang`. */
  locale: string;
  words: Words;
  /** A text with its placeholders filled in. */
  say(name: keyof Words, values?: Readonly<Record<string, string>>): string;
  money(amount: number, currency: string): string;
  number(value: number): string;
  day(date: string | null): string;
}

export type PortalText = PageText<PortalWords>;

/** Texts and formats of a locale such as `de-CH`; English for a language without a catalogue. */
export function portalText(locale: string): PortalText {
  return textIn(locale, catalogues.get(locale.slice(0, 2)) ?? english);
}

/** These texts, with the formats of a locale. */
export function textIn<Words extends Record<keyof Words, string>>(
  locale: string,
  words: Words,
): PageText<Words> {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return {
    locale: escapeHtml(locale),
    words,
    say: (name, values = {}) =>
      escapeHtml(
        words[name].replaceAll(/\{([a-z]+)\}/g, (whole, key: string) =>
          Object.hasOwn(values, key) ? values[key]! : whole,
        ),
      ),
    money: (amount, currency) => escapeHtml(amount.toLocaleString(locale, { style: "currency", currency })),
    number: (value) => escapeHtml(value.toLocaleString(locale, { maximumFractionDigits: 6 })),
    day: (date) => (date === null ? "" : escapeHtml(days.format(new Date(`${date}T00:00:00.000Z`)))),
  };
}
