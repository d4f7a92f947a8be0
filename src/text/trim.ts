/** Removes the leading and trailing characters that `edge`, a pattern of one character, matches. Linear in what it removes. */
export function trimWhere(text: string, edge: RegExp): string {
  const end = endWhere(text, edge);
  let start = 0;
  while (start < end && edge.test(text[start]!)) start++;
  return text.slice(start, end);
}

/**
 * Removes the trailing characters that `edge`, a pattern of one character, matches. `text.replace(/x+$/, "")` does the same
 * in quadratic time: a search tries every `x` as the first.
 */
export function trimEndWhere(text: string, edge: RegExp): string {
  return text.slice(0, endWhere(text, edge));
}

function endWhere(text: string, edge: RegExp): number {
  let end = text.length;
  while (end > 0 && edge.test(text[end - 1]!)) end--;
  return end;
}
