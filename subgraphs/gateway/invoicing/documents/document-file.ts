import { createHash } from "node:crypto";

/** The bytes of a PDF as the file fields of a response. */
export function pdfFile(name: string, bytes: Buffer) {
  return fileOf(`${name}.pdf`, "application/pdf", bytes);
}

/** An XML document as the file fields of a response. */
export function xmlFile(name: string, xml: string) {
  return fileOf(`${name}.xml`, "application/xml", Buffer.from(xml));
}

function fileOf(filename: string, contentType: string, bytes: Buffer) {
  return {
    filename,
    contentType,
    encoding: "base64",
    content: bytes.toString("base64"),
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}
