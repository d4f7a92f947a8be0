import { readFile } from "node:fs/promises";
import type { Font } from "fontkit";
import { projectPath } from "../../../../src/project-root.ts";
import type { ScriptFont } from "./visual-runs.ts";

export type FontWeight = "regular" | "bold";
export type FontName = `${ScriptFont}-${FontWeight}`;

/** A parsed font; the library of PDFs takes it in place of a file. */
export type PrintedFont = Font;

const loaded = new Map<FontName, Promise<PrintedFont>>();

/** A font of printed documents. Parsed once per process, when the first document needs it; each file embeds what it uses. */
export function printedFont(name: FontName): Promise<PrintedFont> {
  const known = loaded.get(name);
  if (known) return known;
  const font = loadFont(name);
  loaded.set(name, font);
  font.catch(() => loaded.delete(name));
  return font;
}

async function loadFont(name: FontName): Promise<PrintedFont> {
  const path = projectPath("subgraphs", "gateway", "invoicing", "printing", "fonts", `${name}.ttf`);
  const [bytes, { create }] = await Promise.all([readFile(path), import("fontkit")]);
  return create(bytes) as PrintedFont;
}
