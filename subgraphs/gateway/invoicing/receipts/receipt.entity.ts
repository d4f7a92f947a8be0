import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { ReceiptFields } from "./receipt-parser.ts";

/** Status of a receipt. */
export type StoredReceiptStatus = "needs_review" | "ready" | "confirmed" | "discarded" | "failed";

/** Row of a scanned receipt. Its image is loaded separately. */
@Entity({ tableName: "receipts" })
export class ReceiptEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  status: StoredReceiptStatus;

  @Property({ type: "text" })
  contentType: string;

  @Property({ type: "blob", lazy: true })
  image: Buffer;

  /** SHA-256 (hex) of the picture. */
  @Property({ type: "text" })
  imageHash: string;

  /** OCR result; null when the image could not be read. */
  @Property({ type: "json", nullable: true })
  reading: ReceiptFields | null;

  @Property({ type: "text", nullable: true })
  failure: string | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
