import { formatPatch, structuredPatch } from "diff";

/** What changed from one text to the next, by lines. */
export interface TextDiff {
  added: number;
  removed: number;
  /** Unified diff; null when the texts differ too much to compare them line by line. */
  diff: string | null;
}

/** Added and removed lines that a comparison follows: its time grows with their square. */
const maxEdits = 1_000;
const contextLines = 2;

/** Compares two texts. Bounded: texts that differ in more than 1,000 lines count as replaced. */
export function diffTexts(before: string, after: string): TextDiff {
  if (before === after) return { added: 0, removed: 0, diff: "" };
  const options = { context: contextLines, maxEditLength: maxEdits };
  const patch = structuredPatch("before", "after", before, after, undefined, undefined, options);
  if (!patch) return { added: lineCount(after), removed: lineCount(before), diff: null };
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  // The first lines of a patch name files, which revisions are not.
  const text = formatPatch(patch);
  return { added: count("+"), removed: count("-"), diff: text.slice(Math.max(text.indexOf("@@"), 0)) };
}

function lineCount(text: string): number {
  return text === "" ? 0 : text.split("\n").length;
}
