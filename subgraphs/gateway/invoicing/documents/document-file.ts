import { createHash } from "node:crypto";

/** The bytes of a PDF as the file fields of a response. */
export function pdfFile(name: string, bytes: Buffer) {
  return {
    filename: `${name}.pdf`,
    contentType: "application/pdf",
    encoding: "base64",
    content: bytes.toString("base64"),
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}
