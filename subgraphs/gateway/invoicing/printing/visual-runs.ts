import createBidi from "bidi-js";

/** Fonts of printed documents, by the scripts that each has. */
export type ScriptFont =
  | "noto-sans"
  | "noto-sans-arabic"
  | "noto-sans-hebrew"
  | "noto-sans-sc"
  | "noto-sans-kr";

/** A part of a line in one font and direction, in the order from left to right. */
export interface VisualRun {
  text: string;
  font: ScriptFont;
}

const bidi = createBidi();
const hebrew = /[\u0591-\u05f4\ufb1d-\ufb4f]/;
const arabic = /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/;
/** Ideographs, kana and their punctuation, in full and half width. */
const han = /[\u2e80-\u2fdf\u3000-\u30ff\u3105-\u312f\u31f0-\u31ff\u4e00-\u9fff\uff01-\uffee]/;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;
const rightToLeft = /[\u0591-\u06ff\u0750-\u077f\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Characters of every font: they stay in the font of the text around them. */
const shared = /[\u0020-\u0040\u00a0]/;

/** True where a text has parts that are read from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Orders a line for drawing by the Unicode bidirectional algorithm (UAX #9), and splits it by font and direction. The
 * direction of the line is that of its first letter. A run with letters from right to left stays in the order of reading: its
 * font turns it. Brackets are mirrored.
 */
export function visualRuns(line: string): VisualRun[] {
  if (!hasRightToLeft(line)) return leftToRightRuns(line);
  const levels = bidi.getEmbeddingLevels(line);
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  const order = visualOrder(line, levels);
  const runs: { from: number; until: number; level: number; font: ScriptFont }[] = [];
  for (const index of order) {
    const level = levels.levels[index]!;
    const last = runs.at(-1);
    const font = fontOf(line[index]!, last?.font ?? "noto-sans");
    const joins = last && last.level === level && last.font === font;
    if (joins && index === last.until) last.until++;
    else if (joins && index === last.from - 1) last.from--;
    else runs.push({ from: index, until: index + 1, level, font });
  }
  return runs.map(({ from, until, level, font }) => {
    const isTurned = level % 2 === 1;
    const characters = Array.from({ length: until - from }, (_, at) =>
      isTurned ? (mirrored.get(from + at) ?? line[from + at]!) : line[from + at]!,
    );
    // The shaping of letters from right to left turns a run itself.
    const isShaped = hasRightToLeft(line.slice(from, until));
    return { text: (isTurned && !isShaped ? characters.toReversed() : characters).join(""), font };
  });
}

function leftToRightRuns(line: string): VisualRun[] {
  if (line === "") return [];
  if (!han.test(line) && !hangul.test(line)) return [{ text: line, font: "noto-sans" }];
  const runs: VisualRun[] = [];
  for (const character of line) {
    const last = runs.at(-1);
    const font = fontOf(character, "noto-sans");
    if (last?.font === font) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs;
}

/** Indexes of the characters from left to right. */
function visualOrder(line: string, levels: ReturnType<typeof bidi.getEmbeddingLevels>): number[] {
  const order = Array.from(line, (_, index) => index);
  for (const [start, end] of bidi.getReorderSegments(line, levels))
    order.splice(start, end - start + 1, ...order.slice(start, end + 1).toReversed());
  return order;
}

/** The font of a character; `before` for those that every font has. */
export function fontOf(character: string, before: ScriptFont): ScriptFont {
  if (hebrew.test(character)) return "noto-sans-hebrew";
  if (arabic.test(character)) return "noto-sans-arabic";
  if (han.test(character)) return "noto-sans-sc";
  if (hangul.test(character)) return "noto-sans-kr";
  return shared.test(character) ? before : "noto-sans";
}
