import { inflateSync } from "node:zlib";

/**
 * The texts that a PDF shows, in the order in which they are drawn: the bytes of each TJ (ISO 32000-1, 9.4.3), through the font's
 * ToUnicode map (9.10.3) where it has one, else as Western text. Read back apart from what wrote them. Texts from right to left
 * come in the order in which their glyphs are drawn.
 */
export function textOfPdf(bytes: Buffer): string {
  const file = bytes.toString("latin1");
  if (!file.startsWith("%PDF-") || !file.trimEnd().endsWith("%%EOF"))
    throw new Error("This is no whole PDF.");
  const objects = objectsOf(bytes, file);
  const fonts = fontsOf(objects);
  const shown: string[] = [];
  for (const { content } of objects.values()) {
    let font: ReadonlyMap<number, string> | undefined;
    for (const [, name, pieces] of (content ?? "").matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\]\s*TJ/g)) {
      if (name !== undefined) font = fonts.get(name);
      else shown.push(textOf(pieces!, font));
    }
  }
  return shown.join(" ").replaceAll(/\s+/g, " ");
}

interface PdfObject {
  head: string;
  /** The stream, inflated; absent for objects without one, and for streams that are not Flate. */
  content?: string;
}

function objectsOf(bytes: Buffer, file: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const { index, 0: start, 1: id } of file.matchAll(/(\d+) 0 obj\s/g)) {
    const from = index + start.length;
    const stream = file.indexOf("stream", from);
    const end = file.indexOf("endobj", from);
    if (stream === -1 || stream > end) {
      objects.set(Number(id), { head: file.slice(from, end) });
      continue;
    }
    const head = file.slice(from, stream);
    const begin = stream + /^stream\r?\n/.exec(file.slice(stream, stream + 8))![0].length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? Number.NaN);
    const until = Number.isNaN(length) ? file.indexOf("endstream", begin) : begin + length;
    const isFlate = head.includes("/FlateDecode") && !head.includes("/Image");
    const content = isFlate ? inflateSync(bytes.subarray(begin, until)).toString("latin1") : undefined;
    objects.set(Number(id), content === undefined ? { head } : { head, content });
  }
  return objects;
}

/** Maps of embedded fonts from their codes to text, by the name that pages use. */
function fontsOf(objects: ReadonlyMap<number, PdfObject>): Map<string, ReadonlyMap<number, string>> {
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  for (const { head } of objects.values())
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.head ?? "")?.[1];
      if (map !== undefined) fonts.set(name!, codesOf(objects.get(Number(map))!.content!));
    }
  return fonts;
}

function codesOf(cmap: string): Map<number, string> {
  const codes = new Map<number, string>();
  for (const [, from, , list] of cmap.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    [...list!.matchAll(/<([^>]*)>/g)].forEach(([, text], index) => {
      const units = text!.split(" ").map((unit) => Number.parseInt(unit, 16));
      codes.set(Number.parseInt(from!, 16) + index, String.fromCharCode(...units));
    });
  return codes;
}

function textOf(pieces: string, font: ReadonlyMap<number, string> | undefined): string {
  const hex = [...pieces.matchAll(/<([0-9a-fA-F]*)>/g)].map(([, digits]) => digits).join("");
  if (!font) return Buffer.from(hex, "hex").toString("latin1");
  return [...hex.matchAll(/.{4}/g)].map(([code]) => font.get(Number.parseInt(code, 16)) ?? "?").join("");
}
