import { xmlOf, type XmlElement } from "../printing/xml-text.ts";
import type { ElectronicDocument, TaxTreatment } from "./electronic-document.ts";

/** Guideline of documents by the core of the standard (BT-24). */
export const guideline = "urn:cen.eu:en16931:2017";
/** Unit of quantities: one (UNECE Recommendation 20). */
export const unitOne = "C62";
/** Reason of an allowance: a discount (UNCL5189). */
export const discountCode = "95";

/** Writes an element as a document. Parts that are null, and elements without content, are left out. */
export function writeXml(name: string, root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlOf({ [name]: root })}`;
}

/** A text with an attribute; null without the text. */
export function withAttribute(text: string | null, name: string, value: string): XmlElement | null {
  return text === null ? null : { [`@${name}`]: value, "#text": text };
}

/** The percentage of a treatment; null where there is no rate (BR-O-05). */
export function percentOf({ category, rate }: TaxTreatment): string | null {
  return category === "O" ? null : String(rate / 10_000);
}

/** Payment means (UNCL4461): SEPA credit transfer, or any credit transfer. */
export function meansCode({ bank }: ElectronicDocument): string {
  return bank?.isSepa ? "58" : "30";
}
