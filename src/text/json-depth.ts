/** Nesting limit of a subgraph's response: far beyond any document, and within what a recursion over it can take. */
export const maxDepth = 500;

const quote = 34;
const backslash = 92;
/** `[` and `{` differ in one bit, `]` and `}` in the same. */
const caseBit = 32;
const opener = 123;
const closer = 125;

/**
 * True when arrays and objects of a JSON text are nested deeper than `limit`. Linear in the text; what is too short for
 * such a depth, which needs as many ends as beginnings, is not read. Whatever walks the parsed value by recursion relies
 * on it.
 */
export function isDeeperThan(text: string, limit: number): boolean {
  if (!hasMoreEndsThan(text, limit)) return false;
  const shortest = 2 * (limit + 1);
  let depth = 0;
  for (let index = 0; text.length - index + depth >= shortest; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = endOfString(text, index);
    } else if ((code | caseBit) === opener) {
      if (++depth > limit) return true;
    } else if ((code | caseBit) === closer) {
      depth -= 1;
    }
  }
  return false;
}

/** Most texts have fewer ends of arrays and objects altogether, which the engine finds without looking at each character. */
function hasMoreEndsThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let count = 0;
  for (const end of ["}", "]"]) {
    for (let index = text.indexOf(end); index >= 0; index = text.indexOf(end, index + 1))
      if (++count > limit) return true;
  }
  return false;
}

/** The index of the quote that ends the string which begins at `start`; the text's length when none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
