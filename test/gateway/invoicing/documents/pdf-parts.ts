import { inflateSync } from "node:zlib";

/** Structure of a PDF file, read apart from what wrote it (ISO 32000-1, 7.3 and 7.5). */
export interface PdfParts {
  header: string;
  trailer: string;
  catalog: string;
  objects: { head: string; content?: Buffer }[];
}

/** Reads the objects of a PDF, with their streams inflated. */
export function pdfParts(bytes: Buffer): PdfParts {
  const file = bytes.toString("latin1");
  const objects = [...file.matchAll(/^(\d+) 0 obj\s/gm)].map(({ index, 0: start }) => {
    const from = index + start.length;
    const end = file.indexOf("endobj", from);
    const stream = file.indexOf("stream", from);
    if (stream === -1 || stream > end) return { head: file.slice(from, end) };
    const head = file.slice(from, stream);
    const begin = stream + /^stream\r?\n/.exec(file.slice(stream, stream + 8))![0].length;
    const content = bytes.subarray(begin, begin + Number(/\/Length (\d+)/.exec(head)![1]));
    return { head, content: head.includes("/FlateDecode") ? inflateSync(content) : content };
  });
  return {
    header: file.slice(0, file.indexOf("\n")),
    trailer: file.slice(file.lastIndexOf("trailer")),
    catalog: objects.find(({ head }) => head.includes("/Type /Catalog"))!.head,
    objects,
  };
}
