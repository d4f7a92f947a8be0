/**
 * The word of `known` that `given` was probably meant to be, or null when none is near: few letters differ, or one of the two
 * begins the other (`durationMinutes`, `durationMin`). Takes time in the product of the lengths: bound both first.
 */
export function didYouMean(given: string, known: readonly string[]): string | null {
  const near = known
    .map((word) => ({ word, distance: editDistance(given, word) }))
    .filter(
      ({ word, distance }) => distance <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3)),
    )
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.word ?? known.find((word) => beginsOther(given, word)) ?? null;
}

const shortestBeginning = 4;

function beginsOther(given: string, word: string): boolean {
  const [short, long] = [given.toLowerCase(), word.toLowerCase()].sort((a, b) => a.length - b.length);
  return short!.length >= shortestBeginning && long!.startsWith(short!);
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
