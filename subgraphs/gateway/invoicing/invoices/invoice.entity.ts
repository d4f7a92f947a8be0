import { BigIntType, DecimalType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { LineTax } from "../taxes/line-taxes.ts";
import type { RoundingMode, TaxLine, TaxRoundingLevel } from "./invoice-arithmetic.ts";

/** Amounts have at most 15 digits, so a number holds them exactly. */
const minorUnits = () => new BigIntType("number");

/** Row of an invoice. Amounts are minor units of `currency`. */
@Entity({ tableName: "invoices" })
export class InvoiceEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  appId: string;

  /** Assigned at issue, or at creation by the external API. Null on other drafts. */
  @Property({ type: "text", nullable: true })
  number: string | null;

  /** Null for a customer without an e-mail address. */
  @Property({ type: "text", nullable: true })
  clientId: string | null;

  /** Name of the client at creation. */
  @Property({ type: "text" })
  clientName: string;

  @Property({ type: "text", nullable: true })
  clientEmail: string | null;

  @Property({ type: "text", nullable: true })
  clientAddress: string | null;

  @Property({ type: "text" })
  status: "draft" | "sent" | "paid" | "cancelled";

  @Property({ type: "text" })
  delivery: "none" | "queued" | "sent" | "failed";

  @Property({ type: "text" })
  currency: string;

  @Property({ type: minorUnits() })
  discountMinor: number;

  /** Net after discount, before tax. */
  @Property({ type: minorUnits() })
  subtotalMinor: number;

  @Property({ type: minorUnits() })
  taxMinor: number;

  @Property({ type: minorUnits() })
  totalMinor: number;

  @Property({ type: minorUnits() })
  amountPaidMinor: number;

  /** Sum of applied credit notes. */
  @Property({ type: minorUnits() })
  amountCreditedMinor: number;

  @Property({ type: minorUnits() })
  amountWrittenOffMinor: number;

  @Property({ type: "json" })
  taxLines: TaxLine[];

  @Property({ type: "text" })
  roundingMode: RoundingMode;

  @Property({ type: "text" })
  taxRoundingLevel: TaxRoundingLevel;

  /** Footer of the PDF, copied from the settings at issue. */
  @Property({ type: "text", nullable: true })
  footer: string | null;

  /** Tax ID of the client, copied at issue. */
  @Property({ type: "text", nullable: true })
  clientTaxId: string | null;

  /** Country of the client, copied at issue. */
  @Property({ type: "text", nullable: true })
  clientCountry: string | null;

  /** Version of the seller's profile that it was issued with. */
  @Property({ type: "text", nullable: true })
  sellerProfileId: string | null;

  @Property({ type: "date", nullable: true })
  issueDate: string | null;

  /** Issue date that a draft gets when it is issued. Null for the day of issue. */
  @Property({ type: "date", nullable: true })
  plannedIssueDate: string | null;

  @Property({ type: "date", nullable: true })
  dueDate: string | null;

  /** The end of the due date in the account's timezone. */
  @Property({ type: "datetime", nullable: true })
  overdueAt: Date | null;

  /** Time at which `invoice.overdue` was emitted for this due date. */
  @Property({ type: "datetime", nullable: true })
  overdueToldAt: Date | null;

  @Property({ type: "text", nullable: true })
  notes: string | null;

  /** SHA-256 (hex) of the payment page's token. */
  @Property({ type: "text" })
  paymentTokenHash: string;

  @Property({ type: "text" })
  paymentTokenSealed: string;

  @Property({ type: "datetime" })
  paymentLinkExpiresAt: Date;

  @Property({ type: "datetime", nullable: true })
  sentAt: Date | null;

  @Property({ type: "datetime", nullable: true })
  paidAt: Date | null;

  @Property({ type: "datetime", nullable: true })
  cancelledAt: Date | null;

  /** Cancellation date in the account's time zone, used by reports. */
  @Property({ type: "date", nullable: true })
  cancelledOn: string | null;

  @Property({ type: "text", nullable: true })
  cancelReason: string | null;

  /** Soft delete of a draft. Its number is not reused, and it counts in the monthly quota. */
  @Property({ type: "datetime", nullable: true })
  deletedAt: Date | null;

  /** Quotation that it was converted from. */
  @Property({ type: "text", nullable: true })
  quotationId: string | null;

  /** Recurring invoice that created it, and the date. */
  @Property({ type: "text", nullable: true })
  recurringId: string | null;

  @Property({ type: "date", nullable: true })
  recurringOn: string | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}

/** One line of an invoice. */
@Entity({ tableName: "invoice_lines" })
export class InvoiceLineEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  invoiceId: string;

  @Property({ type: "integer" })
  position: number;

  @Property({ type: "text" })
  description: string;

  /** At most 4 decimals. */
  @Property({ type: new DecimalType("number"), columnType: "numeric(12,4)" })
  quantity: number;

  @Property({ type: minorUnits() })
  unitPriceMinor: number;

  /** Deducted from quantity x unit price. */
  @Property({ type: minorUnits() })
  discountMinor: number;

  /** After the line's discount, before tax and before the invoice's discount. */
  @Property({ type: minorUnits() })
  netMinor: number;

  /** In 1e-4 percent; below zero for a withheld tax. */
  @Property({ type: "integer[]" })
  taxRates: number[];

  /** Taxes by tax rates of the account; empty where the rates say all. */
  @Property({ type: "json" })
  taxes: LineTax[];

  /** Catalogue item that it was copied from. */
  @Property({ type: "text", nullable: true })
  itemId: string | null;
}
