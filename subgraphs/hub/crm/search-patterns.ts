/** Patterns of `LIKE ALL` for texts in lower case that contain every word of these; null without a word. */
export function searchPatterns(...texts: readonly (string | null | undefined)[]): string[] | null {
  const words = texts.flatMap((text) => (text ?? "").toLowerCase().split(/\s+/)).filter(Boolean);
  return words.length === 0 ? null : words.map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);
}
