import { inflateSync } from "node:zlib";

/**
 * The texts that a PDF shows, in the order in which they are drawn, for files with plain Flate streams and Western fonts:
 * the bytes of each TJ (ISO 32000-1, 9.4.3), read back apart from what wrote them.
 */
export function textOfPdf(bytes: Buffer): string {
  const file = bytes.toString("latin1");
  if (!file.startsWith("%PDF-") || !file.trimEnd().endsWith("%%EOF"))
    throw new Error("This is no whole PDF.");
  const shown: string[] = [];
  for (const { index, 0: head } of file.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\r?\n/g)) {
    const from = index + head.length;
    const content = inflateSync(bytes.subarray(from, file.indexOf("endstream", from))).toString("latin1");
    for (const [, pieces] of content.matchAll(/\[([^\]]*)\]\s*TJ/g)) {
      const hex = [...pieces!.matchAll(/<([0-9a-fA-F]*)>/g)].map(([, digits]) => digits).join("");
      shown.push(Buffer.from(hex, "hex").toString("latin1"));
    }
  }
  return shown.join(" ").replaceAll(/\s+/g, " ");
}
