/**
 * Runs a pattern on text of at most `maxLength` UTF-16 units. Returns null for longer text and without a match.
 * For patterns whose cost grows faster than the text: the length is what bounds them. Write the pattern inline,
 * because the structure test then measures it at this length instead of at 1 MiB.
 */
export function matchWithin(text: string, maxLength: number, pattern: RegExp): RegExpExecArray | null {
  return text.length > maxLength ? null : pattern.exec(text);
}
