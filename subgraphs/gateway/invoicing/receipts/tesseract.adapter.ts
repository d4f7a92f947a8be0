import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DomainError } from "../../../../src/errors.ts";
import type { ReadLine } from "./receipt-parser.ts";
import type { ReceiptReader } from "./receipt-reader.port.ts";

const languageData = dirname(createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json"));

export interface TesseractOptions {
  /** Timeout per image. */
  timeoutMs?: number;
  /** Maximum queue length. */
  maxWaiting?: number;
}

/**
 * Reads images with Tesseract in a worker thread, offline: the language data comes from the package. Reads one image at a
 * time; a worker that times out is terminated.
 */
export function createTesseractReader({
  timeoutMs = 30_000,
  maxWaiting = 8,
}: TesseractOptions = {}): ReceiptReader {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (image) => {
      if (waiting >= maxWaiting)
        throw new DomainError(
          "SERVICE_UNAVAILABLE",
          "Too many images are waiting to be scanned. Try again later.",
          {
            retryAfterSeconds: 5,
          },
        );
      waiting += 1;
      const reading = last.then(() => recognise(image, timeoutMs)).finally(() => (waiting -= 1));
      last = reading.catch(() => null);
      return reading;
    },
  };
}

async function recognise(image: Uint8Array, timeoutMs: number): Promise<ReadLine[] | null> {
  const options = { langPath: join(languageData, "4.0.0"), gzip: true, cacheMethod: "none" };
  const { createWorker } = await import("tesseract.js");
  const worker = await createWorker("eng", 1, { ...options, errorHandler: () => undefined });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    const result = await Promise.race([worker.recognize(Buffer.from(image), {}, { blocks: true }), late]);
    if (result === null) return null;
    const paragraphs = (result.data.blocks ?? []).flatMap((block) => block.paragraphs);
    return paragraphs
      .flatMap(({ lines }) => lines)
      .map(({ text, confidence }) => ({ text, confidence: confidence / 100 }));
  } catch {
    // The worker's error text does not matter: the image cannot be read.
    return null;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
