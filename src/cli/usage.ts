/** A command was called wrongly; shown with how to call it right. Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The word of `known` that `given` was most likely meant to be, or null when none is near. */
export function didYouMean(given: string, known: readonly string[]): string | null {
  const near = known
    .map((word) => ({ word, distance: editDistance(given, word) }))
    .filter(
      ({ word, distance }) => distance <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3)),
    )
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.word ?? null;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + cost));
    }
    previous = row;
  }
  return previous[b.length]!;
}
