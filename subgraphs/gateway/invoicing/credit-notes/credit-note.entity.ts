import { BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { TaxLine } from "../invoices/invoice-arithmetic.ts";

const minorUnits = () => new BigIntType("number");

/** Row of a credit note. Amounts are minor units of `currency`. */
@Entity({ tableName: "credit_notes" })
export class CreditNoteEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  appId: string;

  @Property({ type: "text" })
  number: string;

  /** The invoice that it corrects. */
  @Property({ type: "text" })
  invoiceId: string;

  @Property({ type: "text", nullable: true })
  clientId: string | null;

  @Property({ type: "text" })
  currency: string;

  @Property({ type: minorUnits() })
  subtotalMinor: number;

  @Property({ type: minorUnits() })
  taxMinor: number;

  @Property({ type: minorUnits() })
  totalMinor: number;

  @Property({ type: "json" })
  taxLines: TaxLine[];

  /** Amount applied to invoices. */
  @Property({ type: minorUnits() })
  appliedMinor: number;

  /** Amount paid back to the client. */
  @Property({ type: minorUnits() })
  refundedMinor: number;

  @Property({ type: "text" })
  reason: string;

  /** Date on which it was voided; null while it counts. */
  @Property({ type: "date", nullable: true })
  voidedOn: string | null;

  @Property({ type: "text", nullable: true })
  voidReason: string | null;

  /** Version of the seller's profile that it was issued with. */
  @Property({ type: "text", nullable: true })
  sellerProfileId: string | null;

  @Property({ type: "date" })
  issueDate: string;

  /** Always null: credit notes are never deleted, but shared filters need the column. */
  @Property({ type: "datetime", nullable: true })
  deletedAt: Date | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}

/** Credit that is neither applied nor refunded; 0 of a voided note. */
export function openMinor(note: CreditNoteEntity): number {
  return note.voidedOn === null ? note.totalMinor - note.appliedMinor - note.refundedMinor : 0;
}
