import { readFile } from "node:fs/promises";
import type { Font } from "fontkit";
import { projectPath } from "../../../../src/project-root.ts";
import type { ScriptFont } from "./visual-runs.ts";

export type FontWeight = "regular" | "bold";
export type FontName = `${ScriptFont}-${FontWeight}`;

/** A parsed font; the library of PDFs takes it in place of a file. */
export type PrintedFont = Font;

const files = new Map<FontName, Promise<Buffer>>();

/**
 * A font for one document, which embeds what it uses of it. Files are read once per process. Parsed fonts are not shared: their
 * glyphs forget which characters they stand for once a document was written, and the next one could not be searched.
 */
export async function printedFont(name: FontName): Promise<PrintedFont> {
  const [bytes, { create }] = await Promise.all([fileOf(name), import("fontkit")]);
  return create(bytes) as PrintedFont;
}

function fileOf(name: FontName): Promise<Buffer> {
  const known = files.get(name);
  if (known) return known;
  const file = readFile(projectPath("subgraphs", "gateway", "invoicing", "printing", "fonts", `${name}.ttf`));
  files.set(name, file);
  file.catch(() => files.delete(name));
  return file;
}
