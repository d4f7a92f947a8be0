import { BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { VideoCalls } from "../bookings/video.types.ts";
import type { ProviderAssignment } from "./service-providers.types.ts";
import type { CancellationPolicy } from "../bookings/cancellation-fee.ts";

/** What can be booked. The price is in minor units of `currency`. */
@Entity({ tableName: "booking_services" })
export class BookingServiceEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  name: string;

  @Property({ type: "integer" })
  durationMin: number;

  @Property({ type: new BigIntType("number") })
  priceMinor: number;

  @Property({ type: "text" })
  currency: string;

  @Property({ type: "integer" })
  bufferBeforeMin: number;

  @Property({ type: "integer" })
  bufferAfterMin: number;

  @Property({ type: "integer" })
  slotStepMin: number;

  @Property({ type: "integer" })
  minNoticeMin: number;

  @Property({ type: "integer" })
  maxAdvanceDays: number;

  @Property({ type: "integer" })
  capacity: number;

  /** Deposit that the booking page asks for, in percent of the price. */
  @Property({ type: "integer" })
  depositPercent: number;

  @Property({ type: "boolean" })
  requiresApproval: boolean;

  /** How it chooses among free providers. */
  @Property({ type: "text" })
  assignment: ProviderAssignment;

  @Property({ type: "text" })
  videoCalls: VideoCalls;

  @Property({ type: "text", nullable: true })
  timezone: string | null;

  @Property({ type: "text", nullable: true })
  category: string | null;

  @Property({ type: "json", nullable: true })
  policy: CancellationPolicy | null;

  @Property({ type: "text" })
  status: "active" | "archived";

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
