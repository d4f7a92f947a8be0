import { PDFiumLibrary } from "@hyzyla/pdfium";
import { PNG } from "pngjs";

/** Part of a page in points: from `top` on, `height` high. */
export interface Strip {
  top: number;
  height: number;
}

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Draws a strip of the first page of each PDF, one below the other, in grey. PDFium runs as WebAssembly, so the same pages give the
 * same bytes on each machine.
 */
export async function sheetOf(pdfs: readonly Buffer[], strip: Strip, scale = 1): Promise<PNG> {
  const [top, height] = [strip.top * scale, strip.height * scale];
  const pdfium = await (library ??= PDFiumLibrary.init());
  const strips: { width: number; data: Uint8Array }[] = [];
  for (const pdf of pdfs) {
    const document = await pdfium.loadDocument(pdf);
    const { data, width } = await document.getPage(0).render({ scale, render: "bitmap" });
    document.destroy();
    strips.push({ width, data: data.subarray(top * width * 4, (top + height) * width * 4) });
  }
  const width = Math.max(...strips.map((one) => one.width));
  const sheet = new PNG({ width, height: height * strips.length, colorType: 0 });
  sheet.data.fill(255);
  strips.forEach((one, index) => {
    for (let row = 0; row < height; row++) {
      const line = one.data.subarray(row * one.width * 4, (row + 1) * one.width * 4);
      sheet.data.set(line, (index * height + row) * width * 4);
    }
  });
  for (let at = 0; at < sheet.data.length; at += 4) {
    const grey = Math.round((sheet.data[at]! + sheet.data[at + 1]! + sheet.data[at + 2]!) / 3);
    sheet.data.fill(grey, at, at + 3);
    sheet.data[at + 3] = 255;
  }
  return sheet;
}

/** Bytes of a sheet as a PNG in grey. */
export function pngOf(sheet: PNG): Buffer {
  return PNG.sync.write(sheet, { colorType: 0 });
}
