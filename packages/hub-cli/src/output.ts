/** How results are printed. */
export type Format = "json" | "table";

const maxColumns = 8;
const maxCell = 40;

/** Prints a result to standard output. */
export function printResult(result: unknown, format: Format): void {
  process.stdout.write(`${format === "json" ? JSON.stringify(result, null, 2) : toTable(result)}\n`);
}

/** Text for a terminal: without control characters, which could move its cursor or hide text. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, " ");
}

/** The first list of objects as a table with its plain fields; anything else as names and values. */
function toTable(result: unknown): string {
  if (typeof result !== "object" || result === null) return plain(String(result));
  const list = Array.isArray(result) ? result : Object.values(result).find(isListOfObjects);
  if (!isListOfObjects(list))
    return align(Object.entries(result).map(([name, value]) => [name, cell(value)]));
  const names = [...new Set(list.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))];
  const shown = names.slice(0, maxColumns);
  return align([shown, ...list.map((row) => shown.map((name) => cell(row[name])))]);
}

function isListOfObjects(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "object" && one !== null)
  );
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  const text = plain(typeof value === "object" ? JSON.stringify(value) : String(value));
  return text.length > maxCell ? `${text.slice(0, maxCell - 1)}…` : text;
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, index) =>
    Math.max(...rows.map((row) => (row[index] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
