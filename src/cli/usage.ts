/** A command was used wrongly: shown with a pointer to its help. Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** ` Did you mean "…"?` for the nearest known word, or nothing when none is near. Options are not quoted. */
export function suggestion(given: string, known: readonly string[]): string {
  const meant = didYouMean(given, known);
  if (meant === null) return "";
  return meant.startsWith("-") ? ` Did you mean ${meant}?` : ` Did you mean "${meant}"?`;
}

/** The word of `known` that is nearest to `given`, or null when none is near. */
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
