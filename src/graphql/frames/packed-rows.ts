/** Rows of equal form as columns: how many there are, and for each key one value per row, or one that all rows have. */
export type PackedRows = [count: number, columns: [key: string, values: unknown[]][]];

/** Variables that are lists of rows, by name. */
export type PackedVariables = [name: string, rows: PackedRows][];

/** Fewer rows are not worth it. */
const fewestRows = 4;

/**
 * Variables as the two JSON values that a frame has of them, with a comma between: those that are not lists of rows, and
 * those that are, as columns. Representations of entities are half as long so, and take half the time to read. Equal
 * variables have equal texts.
 */
export function printVariables(variables: Record<string, unknown>): string {
  let packed: PackedVariables | null = null;
  for (const name of Object.keys(variables)) {
    const rows = packRows(variables[name]);
    if (rows) (packed ??= []).push([name, rows]);
  }
  if (!packed) return `${JSON.stringify(variables)},0`;
  const names = new Set(packed.map(([name]) => name));
  const others = Object.entries(variables).filter(([name]) => !names.has(name));
  const rest = others.length === 0 ? "{}" : JSON.stringify(Object.fromEntries(others));
  return `${rest},${JSON.stringify(packed)}`;
}

/** The variables of which those are the two values. */
export function readVariables(
  others: Record<string, unknown>,
  packed: PackedVariables | 0,
): Record<string, unknown> {
  if (packed === 0) return others;
  for (const [name, rows] of packed) others[name] = unpackRows(rows);
  return others;
}

/** Null for what is no list of objects with the same keys, in the same order, and with plain values. */
function packRows(value: unknown): PackedRows | null {
  if (!Array.isArray(value) || value.length < fewestRows) return null;
  const [first] = value as unknown[];
  if (!isRow(first)) return null;
  const keys = Object.keys(first);
  if (keys.length === 0 || keys.includes("__proto__")) return null;
  const columns = keys.map((key): [string, unknown[]] => [key, []]);
  for (const row of value as unknown[]) if (!isRow(row) || !addRow(row, columns)) return null;
  for (const column of columns) {
    const [one] = column[1];
    if (column[1].every((other) => other === one)) column[1].length = 1;
  }
  return [value.length, columns];
}

function addRow(row: Record<string, unknown>, columns: readonly [string, unknown[]][]): boolean {
  const keys = Object.keys(row);
  if (keys.length !== columns.length) return false;
  for (let index = 0; index < keys.length; index++) {
    const [key, values] = columns[index]!;
    const value = row[key];
    const isPlain = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    if (keys[index] !== key || !isPlain) return false;
    values.push(value);
  }
  return true;
}

function isRow(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function unpackRows([count, columns]: PackedRows): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const row: Record<string, unknown> = {};
    for (const [key, values] of columns) row[key] = values.length === 1 ? values[0] : values[index];
    rows.push(row);
  }
  return rows;
}
