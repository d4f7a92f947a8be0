import type { PrintedDocument } from "./printed-document.ts";

/** Renders a document as a PDF. Deterministic: same document, same bytes. What draws it is loaded with the first one. */
export async function documentPdf(document: PrintedDocument): Promise<Buffer> {
  const { printDocument } = await import("./print-document.ts");
  return printDocument(document);
}
