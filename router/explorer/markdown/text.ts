/** A table of Markdown; cells keep to their line and column. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "None.\n";
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return `${[line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/(?<!\s)\s*\n\s*/g, " ");
}

/** Text as inline code, with its backticks replaced by apostrophes. */
export function code(text: string): string {
  return text === "" ? "" : `\`${text.replaceAll("`", "'")}\``;
}

/** A block of code. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}

/** Joins the non-empty parts of a document with blank lines. */
export function document(...parts: readonly (string | null)[]): string {
  const texts = parts.filter((part): part is string => part !== null && part !== "");
  return `${texts.map((text) => text.trimEnd()).join("\n\n")}\n`;
}
