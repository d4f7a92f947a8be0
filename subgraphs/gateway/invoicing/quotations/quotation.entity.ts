import { BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { TaxLine } from "../invoices/invoice-arithmetic.ts";
import type { RoundingMode, TaxRoundingLevel } from "../invoices/invoicing-settings.types.ts";
import type { PricedLine } from "../invoices/read-invoice-input.ts";

/** Row of a quotation. Amounts are minor units of `currency`. */
@Entity({ tableName: "quotations" })
export class QuotationEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  appId: string;

  @Property({ type: "text" })
  number: string;

  /** Null for a customer without an e-mail address. */
  @Property({ type: "text", nullable: true })
  clientId: string | null;

  /** Name of the client at creation. */
  @Property({ type: "text" })
  clientName: string;

  @Property({ type: "text", nullable: true })
  clientEmail: string | null;

  @Property({ type: "text" })
  status: "draft" | "sent" | "accepted" | "declined";

  @Property({ type: "text" })
  delivery: "none" | "queued" | "sent" | "failed";

  @Property({ type: "text" })
  currency: string;

  @Property({ type: "json" })
  lines: PricedLine[];

  /** Amounts have at most 15 digits, so a number holds them exactly. */
  @Property({ type: new BigIntType("number") })
  totalMinor: number;

  @Property({ type: new BigIntType("number") })
  discountMinor: number;

  /** Net after discount, before tax. */
  @Property({ type: new BigIntType("number") })
  subtotalMinor: number;

  @Property({ type: new BigIntType("number") })
  taxMinor: number;

  @Property({ type: "json" })
  taxLines: TaxLine[];

  /** Rounding of its amounts, which the invoice that it becomes keeps. */
  @Property({ type: "text" })
  roundingMode: RoundingMode;

  @Property({ type: "text" })
  taxRoundingLevel: TaxRoundingLevel;

  @Property({ type: "date" })
  validUntil: string;

  /** The end of `validUntil` in the account's timezone. */
  @Property({ type: "datetime" })
  expiresAt: Date;

  /** Time at which `quotation.expired` was emitted for this validity. */
  @Property({ type: "datetime", nullable: true })
  expiryToldAt: Date | null;

  @Property({ type: "text", nullable: true })
  notes: string | null;

  /** SHA-256 (hex) of the token of the customer's page. */
  @Property({ type: "text" })
  portalTokenHash: string;

  @Property({ type: "text" })
  portalTokenSealed: string;

  @Property({ type: "datetime" })
  portalLinkExpiresAt: Date;

  /** Version of the seller's profile that it was last sent with. */
  @Property({ type: "text", nullable: true })
  sellerProfileId: string | null;

  @Property({ type: "datetime", nullable: true })
  sentAt: Date | null;

  @Property({ type: "datetime", nullable: true })
  acceptedAt: Date | null;

  @Property({ type: "text", nullable: true })
  acceptedBy: string | null;

  @Property({ type: "datetime", nullable: true })
  declinedAt: Date | null;

  @Property({ type: "text", nullable: true })
  declineReason: string | null;

  /** Name that was entered with an answer by the link. */
  @Property({ type: "text", nullable: true })
  answeredBy: string | null;

  /** Network address that an answer by the link came from. */
  @Property({ type: "text", nullable: true })
  answerIp: string | null;

  /** Soft delete of a draft. Its number is not reused. */
  @Property({ type: "datetime", nullable: true })
  deletedAt: Date | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
