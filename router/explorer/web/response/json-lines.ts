/** Kind of a printed value, which decides its colour. */
export type JsonKind = "string" | "number" | "boolean" | "null" | "bracket";

/** One line of printed JSON. */
export interface JsonLine {
  depth: number;
  /** Property name as printed; null for items and closing brackets. */
  key: string | null;
  /** The value, or the bracket that opens or closes here. */
  text: string;
  kind: JsonKind;
  hasComma: boolean;
  /** Index of the line with the closing bracket, for a line that opens an object or a list; else null. */
  end: number | null;
  /** Number of properties or items of what opens here. */
  size: number;
}

/** Deeper values are printed on one line, so that hostile nesting cannot exhaust the stack. */
const maxDepth = 100;

/** A JSON value as the lines that `JSON.stringify(value, null, 2)` prints, with the extent of every bracket. */
export function jsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = [];
  add(value, { depth: 0, key: null, hasComma: false }, lines);
  return lines;
}

function add(value: unknown, place: Pick<JsonLine, "depth" | "key" | "hasComma">, lines: JsonLine[]): void {
  const isList = Array.isArray(value);
  const isObject = typeof value === "object" && value !== null;
  const members: [string | null, unknown][] = isList
    ? (value as unknown[]).map((item) => [null, item])
    : isObject
      ? Object.entries(value).filter(([, member]) => member !== undefined)
      : [];
  const leaf = { ...place, end: null, size: 0 };
  if (!isObject) {
    lines.push({ ...leaf, text: JSON.stringify(value) ?? "null", kind: kindOf(value) });
    return;
  }
  if (members.length === 0 || place.depth >= maxDepth) {
    const text = members.length === 0 ? (isList ? "[]" : "{}") : JSON.stringify(value);
    lines.push({ ...leaf, text, kind: "bracket" });
    return;
  }
  const open: JsonLine = {
    ...place,
    hasComma: false,
    text: isList ? "[" : "{",
    kind: "bracket",
    end: null,
    size: members.length,
  };
  lines.push(open);
  members.forEach(([key, member], index) =>
    add(member, { depth: place.depth + 1, key, hasComma: index < members.length - 1 }, lines),
  );
  open.end = lines.length;
  lines.push({
    depth: place.depth,
    key: null,
    text: isList ? "]" : "}",
    kind: "bracket",
    hasComma: place.hasComma,
    end: null,
    size: 0,
  });
}

function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return "null";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "string";
}

/** Indexes of the lines to show while those that open at `folded` hide their content and closing bracket. */
export function shownLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let index = 0; index < lines.length; index++) {
    shown.push(index);
    const { end } = lines[index]!;
    if (end !== null && folded.has(index)) index = end;
  }
  return shown;
}

/** Lines to fold so that only the outermost values are open. */
export function foldedBelow(lines: readonly JsonLine[], depth: number): Set<number> {
  return new Set(lines.flatMap((line, index) => (line.end !== null && line.depth >= depth ? [index] : [])));
}
