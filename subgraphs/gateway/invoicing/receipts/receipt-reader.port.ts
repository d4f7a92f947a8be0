import type { ReadLine } from "./receipt-parser.ts";

/** OCR: reads the text of an image. */
export interface ReceiptReader {
  /**
   * Returns the lines, top to bottom, or null when the image cannot be read or times out. Throws SERVICE_UNAVAILABLE when
   * too many images are queued.
   */
  read(image: Uint8Array): Promise<ReadLine[] | null>;
}
