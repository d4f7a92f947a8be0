import type { CsvRow } from "./csv-rows.ts";
import type { Cell } from "./staged-year.types.ts";
import type { TransformName, TransformResult } from "./transforms.ts";
import { applyTransform } from "./transforms.ts";

/** A cell from a text and its column; null when the text holds no usable value. */
export function cellOf<N extends TransformName>(
  column: string,
  raw: string,
  transform: N,
): Cell<TransformResult<N>> | null {
  if (raw === "") return null;
  const value = applyTransform(transform, raw);
  return value === null ? null : { value, column, raw, transform };
}

/** Reads one column of a row. */
export function readCell<N extends TransformName>(
  row: CsvRow,
  column: string,
  transform: N,
): Cell<TransformResult<N>> | null {
  return cellOf(column, row.get(column), transform);
}

/** Reads a value that is made from two columns, such as a total over an area. */
export function readRatio<N extends TransformName>(
  row: CsvRow,
  top: string,
  bottom: string,
  transform: N,
): Cell<TransformResult<N>> | null {
  return cellOf(`${top} / ${bottom}`, `${row.get(top)} / ${row.get(bottom)}`, transform);
}

/** A value that applies to the whole data set, such as the city it covers. */
export function constantCell(value: string): Cell<string> {
  return { value, column: "(whole data set)", raw: value, transform: "constant" };
}
