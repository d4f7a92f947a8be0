import { languageOf, type DocumentLanguage } from "./document-locale.ts";

const vat: Record<DocumentLanguage, string> = {
  en: "VAT number",
  fr: "N° TVA",
  de: "USt-IdNr.",
  es: "NIF-IVA",
  pt: "N.º IVA",
};

const labels: Record<string, string> = {
  us_ein: "EIN",
  ca_gst_hst: "GST/HST",
  ca_qst: "QST/TVQ",
  au_abn: "ABN",
};

const other: Record<DocumentLanguage, string> = {
  en: "Tax ID",
  fr: "N° fiscal",
  de: "Steuernummer",
  es: "NIF",
  pt: "NIF",
};

/** Label of a tax ID of a kind, in the language of a locale. */
export function taxIdLabel(kind: string, locale: string): string {
  const language = languageOf(locale);
  if (kind.endsWith("_vat")) return vat[language];
  return Object.hasOwn(labels, kind) ? labels[kind]! : other[language];
}
