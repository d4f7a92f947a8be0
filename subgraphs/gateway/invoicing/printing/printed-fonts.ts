import { readFile } from "node:fs/promises";
import type { Font } from "fontkit";
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

/** A shaped text, as the library of PDFs keeps it: the glyphs to draw and how far each moves the pen, in 1/1000 of the size. */
export interface ShapedText {
  glyphs: readonly { id: number; codePoints: readonly number[]; advanceWidth: number }[];
  positions: readonly Position[];
  advanceWidth: number;
}

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}

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
 * A font for documents, which embed what they use of it. A file is read and parsed once while documents are written: to parse
 * one takes longer than to write a document.
 */
export function printedFont(name: FontName): Promise<PrintedFont> {
  return parsedFont(name);
}

/** Shapes a text in a font, once. Glyphs of the library forget which characters they stand for, so each text has its own. */
export function shapeText(name: FontName, font: PrintedFont, text: string): ShapedText {
  const key = `${name} ${text}`;
  const known = shaped.get(key);
  if (known) return known;
  const fresh = Object.create(font, { _glyphs: { value: {}, writable: true } }) as Font;
  const { glyphs, positions } = fresh.layout(text, []);
  const scale = 1000 / font.unitsPerEm;
  const made = {
    glyphs: glyphs.map(({ id, codePoints, advanceWidth }) => ({ id, codePoints, advanceWidth })),
    positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
      xAdvance: xAdvance * scale,
      yAdvance: yAdvance * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
      advanceWidth: glyphs[index]!.advanceWidth * scale,
    })),
    advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance * scale, 0),
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
