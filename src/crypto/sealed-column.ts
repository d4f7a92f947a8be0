import type { KeyRing } from "./crypto.ts";

/** A text column of envelopes. `npm run rotate` reseals the listed columns only. */
export interface SealedColumn {
  /** With its schema, as `hub.tax_businesses`. */
  table: string;
  column: string;
  /** Columns of the primary key, all of them text. */
  key: readonly string[];
  /** Where the envelope of the row with these key values is sealed. */
  placeOf(this: void, ...key: string[]): string;
  /** Blind index of the sealed value in the same row, rebuilt with the envelope. */
  blindIndex?: BlindIndexColumn;
  /** How the value of a row without an envelope is found again: it was derived from an older index key. */
  derived?: DerivedValue;
}

export interface BlindIndexColumn {
  column: string;
  /** The `column` argument of `KeyRing.blindIndex`. */
  name: string;
  /** A column of another table that repeats it for the rows that reference this one. */
  copy?: { table: string; column: string; reference: string };
}

export interface DerivedValue {
  /** Column with the hash of the value. */
  hashColumn: string;
  hashOf(this: void, value: string): string;
  /** The value under every index key, newest first. */
  valuesOf(this: void, keyRing: KeyRing, id: string): readonly string[];
}

/**
 * A JSON column that may contain envelopes. The place where each was sealed follows from the ids in the same
 * text.
 */
export interface SealedText {
  table: string;
  column: string;
  key: readonly string[];
  placesOf(this: void, id: string): readonly string[];
}

/** All sealed columns of a subgraph's schema. */
export interface SealedColumns {
  columns: readonly SealedColumn[];
  texts: readonly SealedText[];
}

/** Sealed columns of every schema: the responses and intents stored under idempotency keys. */
export function sealedAnswers(schema: string, placesOf: SealedText["placesOf"] = () => []): SealedColumns {
  const table = `${schema}.idempotency_keys`;
  const key = ["scope", "principal", "operation", "key"];
  return {
    columns: [{ table, column: "sealed", key, placeOf: (...row) => sealedAnswerPlace(row) }],
    texts: ["response", "intent"].map((column) => ({ table, column, key, placesOf })),
  };
}

/** Where the secrets of the answer under this key belong. */
export function sealedAnswerPlace(key: readonly string[]): string {
  return `idempotency_keys.sealed.${JSON.stringify(key)}`;
}

/** The code derived from an id, under the index key that its stored hash was made with; the newest one's when none was. */
export function derivedCode(
  { valuesOf, hashOf }: DerivedValue,
  keyRing: KeyRing,
  { id, hash }: { id: string; hash: string },
): string {
  const values = valuesOf(keyRing, id);
  return values.find((value) => hashOf(value) === hash) ?? values[0]!;
}
