import { readFile } from "node:fs/promises";
import type { Font, GlyphRun } from "fontkit";
import { LRUCache } from "lru-cache";
import { projectPath } from "../../../../src/project-root.ts";
import type { ScriptFont } from "./visual-runs.ts";

export type FontWeight = "regular" | "bold";
export type FontName = `${ScriptFont}-${FontWeight}`;

/** Fonts with one weight, of which bold text is drawn too: a second one would have megabytes. */
const singleWeight = new Set<ScriptFont>(["noto-sans-sc", "noto-sans-kr"]);

/** Name of a script's font in a weight. */
export function fontName(font: ScriptFont, weight: FontWeight): FontName {
  return `${font}-${singleWeight.has(font) ? "regular" : weight}`;
}

/** A parsed font; the library of PDFs takes it in place of a file. */
export type PrintedFont = Font;

/** A shaped text: the glyphs to draw, and how far each moves the pen, in units of the font. */
interface ShapedText {
  glyphs: readonly { id: number; codePoints: readonly number[]; advanceWidth: number }[];
  positions: readonly Position[];
}

type Position = GlyphRun["positions"][number];

const parsed = new Map<FontName, Promise<Font>>();

/**
 * Shaped texts by font and text. A label or a name is measured and drawn several times in a document, and in the next ones; shaping
 * takes longer than everything else of a PDF. Bounded by glyphs, some 20 MB.
 */
const shaped = new LRUCache<string, ShapedText>({
  maxSize: 100_000,
  sizeCalculation: ({ glyphs }) => glyphs.length + 1,
});

/** How long parsed fonts, up to 5 MB each, are kept after their last use. */
const keepMs = 5 * 60_000;
let forgetting: NodeJS.Timeout | undefined;

/**
 * A font for one document, which embeds what it uses of it. A file is read and parsed once while documents are written: to
 * parse one takes longer than to write a document. Texts are shaped once, and given out as copies, since the library scales them.
 */
export async function printedFont(name: FontName): Promise<PrintedFont> {
  const font = await parsedFont(name);
  const layout = (text: string) => new ShapedCopy(shapedText(name, font, text));
  return Object.create(font, { layout: { value: layout } }) as PrintedFont;
}

/** What the library of PDFs reads of a shaped text. */
class ShapedCopy {
  readonly glyphs: ShapedText["glyphs"];
  readonly positions: readonly Position[];

  constructor({ glyphs, positions }: ShapedText) {
    this.glyphs = glyphs;
    this.positions = positions.map((position) => ({ ...position }));
  }

  /** In the units of the positions, which the library scales. */
  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  }
}

/** Glyphs of the library forget which characters they stand for, so each text is shaped with glyphs of its own. */
function shapedText(name: FontName, font: Font, text: string): ShapedText {
  const key = `${name} ${text}`;
  const known = shaped.get(key);
  if (known) return known;
  const fresh = Object.create(font, { _glyphs: { value: {}, writable: true } }) as Font;
  const { glyphs, positions } = fresh.layout(text, []);
  const made = {
    glyphs: glyphs.map(({ id, codePoints, advanceWidth }) => ({ id, codePoints, advanceWidth })),
    positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      xAdvance,
      yAdvance,
      xOffset,
      yOffset,
    })) as Position[],
  };
  shaped.set(key, made);
  return made;
}

function parsedFont(name: FontName): Promise<Font> {
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    parsed.clear();
    shaped.clear();
  }, keepMs).unref();
  const known = parsed.get(name);
  if (known) return known;
  const font = parse(name);
  parsed.set(name, font);
  font.catch(() => parsed.delete(name));
  return font;
}

async function parse(name: FontName): Promise<Font> {
  const path = projectPath("subgraphs", "gateway", "invoicing", "printing", "fonts", `${name}.ttf`);
  const [bytes, { create }] = await Promise.all([readFile(path), import("fontkit")]);
  return create(bytes) as Font;
}
