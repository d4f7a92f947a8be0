import { didYouMean } from "../text/did-you-mean.ts";

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
