import { BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

const minorUnits = () => new BigIntType("number");

/** Row of a payment received from a client. Amounts are minor units of `currency`. */
@Entity({ tableName: "payments_received" })
export class ReceivedPaymentEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  appId: string;

  /** Null for a customer without a client record. */
  @Property({ type: "text", nullable: true })
  clientId: string | null;

  @Property({ type: "text" })
  currency: string;

  @Property({ type: minorUnits() })
  amountMinor: number;

  /** Amount allocated to invoices: the sum of its entries. */
  @Property({ type: minorUnits() })
  allocatedMinor: number;

  @Property({ type: minorUnits() })
  refundedMinor: number;

  @Property({ type: "text" })
  method: string;

  /** The day in the account's timezone. */
  @Property({ type: "date" })
  receivedOn: string;

  @Property({ type: "text", nullable: true })
  reference: string | null;

  @Property({ type: "text" })
  status: "received" | "voided";

  @Property({ type: "date", nullable: true })
  voidedOn: string | null;

  @Property({ type: "text", nullable: true })
  voidReason: string | null;

  /** Always null: payments are never deleted, but shared filters need the column. */
  @Property({ type: "datetime", nullable: true })
  deletedAt: Date | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}

/** Amount neither allocated nor refunded: the client's credit. */
export function unappliedMinor(
  payment: Pick<ReceivedPaymentEntity, "status" | "amountMinor" | "allocatedMinor" | "refundedMinor">,
): number {
  return payment.status === "voided"
    ? 0
    : payment.amountMinor - payment.allocatedMinor - payment.refundedMinor;
}
