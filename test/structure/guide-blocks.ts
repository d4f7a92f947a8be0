/** A code block of a guide that names its file. */
export interface GuideBlock {
  /** The number of the step that it belongs to. */
  step: number;
  path: string;
  /** The line of the file beside which the text goes; null where the text is the whole file. */
  place: { side: "after" | "before"; line: string } | null;
  text: string;
}

const heading = /^## (\d+)\. /;
const named = /^(?:\/\/|--|<!--) ([\w./-]+\/[\w.-]+)(?:, (after|before): (.+?))?(?: -->)?$/;

/** Reads the blocks whose first line is a comment with a path. Shell blocks name none. */
export function readGuideBlocks(document: string): GuideBlock[] {
  const found: GuideBlock[] = [];
  let step = 0;
  let open: string[] | null = null;
  for (const line of document.split("\n")) {
    step = Number(heading.exec(line)?.[1] ?? step);
    if (!line.startsWith("```")) {
      open?.push(line);
      continue;
    }
    const block = open && readBlock(step, open);
    if (block) found.push(block);
    open = open ? null : [];
  }
  return found;
}

/** The document without those blocks. */
export function withoutGuideBlocks(document: string): string {
  return document.replaceAll(/^```\w+\n([\s\S]*?)^```$/gm, (whole, block: string) =>
    named.test(block.split("\n")[0]!) ? "" : whole,
  );
}

/** The text of a file with a block in its place. Throws unless the line is there exactly once, or the file is new. */
export function applyGuideBlock({ path, place, text }: GuideBlock, before: string | null): string {
  if (!place) {
    if (before !== null) throw new Error(`${path} exists already`);
    return text;
  }
  if (before === null) throw new Error(`${path} does not exist`);
  const lines = before.split("\n");
  const at = lines.flatMap((line, index) => (line.trim() === place.line ? [index] : []));
  if (at.length !== 1) throw new Error(`${path} has ${at.length} lines that are: ${place.line}`);
  const cut = at[0]! + (place.side === "after" ? 1 : 0);
  return [...lines.slice(0, cut), ...text.split("\n").slice(0, -1), ...lines.slice(cut)].join("\n");
}

function readBlock(step: number, [first = "", ...lines]: readonly string[]): GuideBlock | null {
  const [, path, side, line] = named.exec(first) ?? [];
  if (path === undefined) return null;
  const place = side && line ? { side: side as "after" | "before", line } : null;
  return { step, path, place, text: `${lines.join("\n")}\n` };
}
