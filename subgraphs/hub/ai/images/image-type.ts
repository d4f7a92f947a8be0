/** Kinds of images that are taken from providers, each with the ending of its files. */
export interface ImageType {
  contentType: "image/png" | "image/jpeg" | "image/webp";
  ending: "png" | "jpg" | "webp";
}

const png: ImageType = { contentType: "image/png", ending: "png" };
const jpeg: ImageType = { contentType: "image/jpeg", ending: "jpg" };
const webp: ImageType = { contentType: "image/webp", ending: "webp" };

/** The image type by the leading bytes, whatever the declared type; null for other content. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const begins = (hex: string) => bytes.subarray(0, hex.length / 2).toString("hex") === hex;
  if (begins("89504e470d0a1a0a")) return png;
  if (begins("ffd8ff")) return jpeg;
  if (begins("52494646") && bytes.subarray(8, 12).toString("latin1") === "WEBP") return webp;
  return null;
}
