import { BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

/** What an account spent. Amounts are minor units of `currency`. */
@Entity({ tableName: "expenses" })
export class ExpenseEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "date" })
  spentOn: string;

  @Property({ type: "text" })
  vendor: string;

  @Property({ type: "text" })
  category: string;

  @Property({ type: "text" })
  currency: string;

  /** With tax. */
  @Property({ type: new BigIntType("number") })
  amountMinor: number;

  /** The part of it that is tax, which is reclaimed. */
  @Property({ type: new BigIntType("number") })
  taxMinor: number;

  @Property({ type: "text", nullable: true })
  notes: string | null;

  @Property({ type: "text", nullable: true })
  billableClientId: string | null;

  /** The receipt that it was read from. */
  @Property({ type: "text", nullable: true })
  receiptId: string | null;

  /** Draft or invoice that bills it. */
  @Property({ type: "text", nullable: true })
  billedInvoiceId: string | null;

  /** Line that bills it; null while it is not billed, also after that line was removed. */
  @Property({ type: "text", nullable: true })
  billedLineId: string | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
