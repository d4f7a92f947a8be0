import { readRows } from "../../../../src/db/read-rows.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { ReceiptImageFile } from "./receipts.types.ts";

/** The image that a receipt was scanned from. Throws NOT_FOUND. */
export async function readReceiptImage(ctx: InvoicingContext, receiptId: string): Promise<ReceiptImageFile> {
  const [image] = await readRows<Omit<ReceiptImageFile, "encoding" | "filename">>(ctx, {
    sql: `SELECT content_type AS "contentType", octet_length(image) AS size,
        translate(encode(image, 'base64'), E'\\n', '') AS content
      FROM receipts WHERE id = $1 AND owner_id = $2`,
    parameters: [receiptId, ownerOf(ctx)],
  });
  if (!image) throw notFound("receipt");
  const extension = image.contentType === "image/png" ? "png" : "jpg";
  return { ...image, filename: `${receiptId}.${extension}`, encoding: "base64" };
}
