import type { ReadLine } from "./receipt-parser.ts";

/** Reads the text of a picture. */
export interface ReceiptReader {
  /**
   * The lines, top to bottom. Throws SERVICE_UNAVAILABLE when too many pictures wait; null where the picture could not be
   * read in time or at all.
   */
  read(image: Uint8Array): Promise<ReadLine[] | null>;
}
