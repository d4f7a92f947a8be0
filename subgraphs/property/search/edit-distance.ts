/**
 * Edits (insert, delete, replace, swap neighbours) from one word to the other, or `limit + 1` as soon as more than
 * `limit` are certain to be needed. Optimal string alignment distance.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let lowest = row;
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (older[column - 2] ?? 0) + 1);
      }
      current.push(best);
      lowest = Math.min(lowest, best);
    }
    if (lowest > limit) return limit + 1;
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Number of edits allowed for a typed word: none below four letters or with a digit, one from four, two from eight. */
export function forgivenEdits(word: string): number {
  if (!/^[a-z]{4,}$/.test(word)) return 0;
  return word.length >= 8 ? 2 : 1;
}
