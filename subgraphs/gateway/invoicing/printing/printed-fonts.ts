import { readFile } from "node:fs/promises";
import type { Font } from "fontkit";
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

const parsed = new Map<FontName, Promise<Font>>();

/** How long parsed fonts, up to 5 MB each, are kept after their last use. */
const keepMs = 5 * 60_000;
let forgetting: NodeJS.Timeout | undefined;

/**
 * A font for one document, which embeds what it uses of it. A file is read and parsed once while documents are written: to
 * parse one takes longer than to write a document. Glyphs are not shared: they forget which characters they stand for once a
 * document was written, and the next one could not be searched. `_glyphs` is where the library keeps them.
 */
export async function printedFont(name: FontName): Promise<PrintedFont> {
  return Object.create(await parsedFont(name), { _glyphs: { value: {}, writable: true } }) as PrintedFont;
}

function parsedFont(name: FontName): Promise<Font> {
  clearTimeout(forgetting);
  forgetting = setTimeout(() => parsed.clear(), keepMs).unref();
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
