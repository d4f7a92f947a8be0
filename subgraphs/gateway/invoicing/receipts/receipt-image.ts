/** Validates receipt images: PNG or JPEG of limited size, detected from the bytes. */

const maxPixels = 40_000_000;
const maxImageBytes = 10 * 1024 * 1024;

/** Valid image. */
export interface ReceiptImage {
  contentType: "image/png" | "image/jpeg";
  bytes: Buffer;
}

/** Decodes a base64 image, or returns its fault. */
export function readImage(base64: string): ReceiptImage | { fault: string } {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return { fault: "must be base64" };
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > maxImageBytes) return { fault: "must be at most 10 MiB" };
  const size = imageSize(bytes);
  if (!size) return { fault: "must be a PNG or JPEG image" };
  if (size.width * size.height > maxPixels || size.width * size.height === 0)
    return { fault: "must have at most 40 million pixels" };
  return { contentType: size.contentType, bytes };
}

/** Format and size of an image, from its first bytes; null for other files. */
export function imageSize(bytes: Buffer): ImageSize | null {
  return pngSize(bytes) ?? jpegSize(bytes);
}

interface ImageSize {
  contentType: ReceiptImage["contentType"];
  width: number;
  height: number;
}

function pngSize(bytes: Buffer): ImageSize | null {
  const isPng =
    bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47 && bytes.toString("latin1", 12, 16) === "IHDR";
  return isPng
    ? { contentType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;
}

/** Reads the size from the frame header: the first marker C0 to CF that is not a table. */
function jpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return {
        contentType: "image/jpeg",
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
  }
  return null;
}
