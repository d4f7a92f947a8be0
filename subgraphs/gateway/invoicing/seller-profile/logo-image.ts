import { imageSize } from "../receipts/receipt-image.ts";

const maxBytes = 256 * 1024;
const maxPixels = 4_000_000;

/** Picture that can be printed. */
export interface LogoImage {
  contentType: "image/png" | "image/jpeg";
  bytes: Buffer;
}

/**
 * The logo in an uploaded file, or its fault. A PNG is decoded and written again on white, so that no document fails on a
 * broken picture.
 */
export async function readLogo(file: Buffer): Promise<LogoImage | { fault: string }> {
  if (file.length > maxBytes) return { fault: "must be a picture of at most 256 KiB" };
  const image = imageSize(file);
  if (!image) return { fault: "must be a PNG or JPEG picture" };
  if (image.width * image.height > maxPixels) return { fault: "must have at most 4 million pixels" };
  try {
    const bytes = image.contentType === "image/png" ? await flattened(file) : file;
    await checkPrintable(bytes);
    return { contentType: image.contentType, bytes };
  } catch {
    return { fault: "must be a PNG or JPEG picture that can be read" };
  }
}

async function flattened(file: Buffer): Promise<Buffer> {
  const { PNG } = await import("pngjs");
  const picture = PNG.sync.read(file);
  const { data } = picture;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let part = at; part < at + 3; part++)
      data[part] = Math.round(data[part]! * alpha + 255 * (1 - alpha));
    data[at + 3] = 255;
  }
  return PNG.sync.write(picture, { colorType: 2 });
}

/** Throws what drawing the picture throws. */
async function checkPrintable(bytes: Buffer): Promise<void> {
  const { default: PdfKit } = await import("pdfkit");
  new PdfKit().image(bytes, 0, 0);
}
