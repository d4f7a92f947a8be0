import { languageOf, type DocumentLanguage } from "./document-locale.ts";
import { german } from "./words-de.ts";
import { english, type DocumentWords } from "./words-en.ts";
import { spanish } from "./words-es.ts";
import { french } from "./words-fr.ts";
import { portuguese } from "./words-pt.ts";

const catalogues: Record<DocumentLanguage, DocumentWords> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  pt: portuguese,
};

/** Texts of documents in the language of a locale. */
export function wordsOf(locale: string): DocumentWords {
  return catalogues[languageOf(locale)];
}

/** A text with its placeholders filled in. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
