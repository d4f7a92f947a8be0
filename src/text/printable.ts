/** Replaces characters that the built-in fonts of a PDF lack (Western characters only). */
export function printable(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?");
}
