/** A Markdown table with padded columns. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Milliseconds for a table. */
export function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

/** Bytes as mebibytes for a table. */
export function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
