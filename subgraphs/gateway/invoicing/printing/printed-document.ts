import type { Seller } from "./seller.ts";
import type { EmbeddedXml } from "./xmp.ts";

/** A document as printed: texts and amounts are final, in the language of `locale`. */
export interface PrintedDocument {
  locale: string;
  seller: Seller;
  title: string;
  /** State beside the title; null without one. */
  mark: string | null;
  /** Time of the last change, the date of the file. */
  at: Date;
  recipient: { label: string; lines: readonly (string | null)[] };
  /** Details beside the recipient; those without a value are left out. */
  head: readonly (readonly [label: string, value: string | null])[];
  /** Lines; null for a document without them. */
  table: PrintedTable | null;
  /** Taxes by rate; empty when nothing is taxed. */
  taxes: readonly { rate: string; base: string; tax: string }[];
  totals: readonly (readonly [label: string, amount: string])[];
  /** Labels of totals in bold. */
  strong: readonly string[];
  /** Texts below the totals, such as notes. */
  texts: readonly (string | null)[];
  /** True to print the account that clients pay into. */
  showsBank: boolean;
  footer: string | null;
  /** Text of a QR code to pay with; absent or null without one. */
  qr?: string | null;
  /** XML of the same document inside the file, where there is one. */
  embedded?: EmbeddedXml | null;
}

/** Columns of a table: the first takes the room that the others leave. */
export interface PrintedTable {
  columns: readonly { label: string; align: "left" | "right"; share: number }[];
  rows: readonly (readonly string[])[];
}
