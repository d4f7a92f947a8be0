import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { WaitlistStatus } from "./waitlist.types.ts";

/** A customer who waits for a slot of a service, with the last offer. */
@Entity({ tableName: "booking_waitlist" })
export class WaitlistEntryEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  serviceId: string;

  @Property({ type: "text", nullable: true })
  providerId: string | null;

  @Property({ type: "text" })
  customerId: string;

  @Property({ type: "text" })
  clientEmail: string;

  /** ISO times. */
  @Property({ type: "json" })
  windows: { from: string; to: string }[];

  /** As stored: an offer is over at its expiry, even before the row is updated. */
  @Property({ type: "text" })
  status: WaitlistStatus;

  @Property({ type: "text", nullable: true })
  holdId: string | null;

  @Property({ type: "text", nullable: true })
  offeredProviderId: string | null;

  @Property({ type: "datetime", nullable: true })
  offerStartsAt: Date | null;

  @Property({ type: "datetime", nullable: true })
  offerEndsAt: Date | null;

  @Property({ type: "datetime", nullable: true })
  offerExpiresAt: Date | null;

  @Property({ type: "integer", nullable: true })
  offerTtlMinutes: number | null;

  @Property({ type: "text", nullable: true })
  bookingId: string | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
