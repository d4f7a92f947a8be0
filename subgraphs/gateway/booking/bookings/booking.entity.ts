import { ArrayType, BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { CancellationPolicy } from "./cancellation-fee.ts";
import type { VideoCalls, VideoStatus } from "./video.types.ts";
import type { BookingStatus } from "./bookings.types.ts";

/** The service's settings at the time of booking. */
export interface ServiceSnapshot {
  name: string;
  durationMin: number;
  bufferBeforeMin: number;
  bufferAfterMin: number;
  capacity: number;
  policy: CancellationPolicy | null;
  /** The kind of video call; absent: none. */
  video?: VideoCalls;
}

/** A booking, or the hold of a slot. Amounts are minor units of `currency`. */
@Entity({ tableName: "bookings" })
export class BookingEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  appId: string;

  @Property({ type: "text" })
  serviceId: string;

  @Property({ type: "json" })
  serviceSnapshot: ServiceSnapshot;

  @Property({ type: "text" })
  providerId: string;

  @Property({ type: "text", nullable: true })
  customerId: string | null;

  @Property({ type: "text", nullable: true })
  clientEmail: string | null;

  @Property({ type: "datetime" })
  startsAt: Date;

  @Property({ type: "datetime" })
  endsAt: Date;

  @Property({ type: "text" })
  timezone: string;

  /** What clocks in `timezone` show at the start, `YYYY-MM-DDTHH:MM`. */
  @Property({ type: "text" })
  localStart: string;

  /** The start and the end with buffers around them. */
  @Property({ type: "datetime" })
  blockStart: Date;

  @Property({ type: "datetime" })
  blockEnd: Date;

  /** Bookings with the same session key share the provider's time; otherwise the booking's ID. */
  @Property({ type: "text" })
  sessionKey: string;

  @Property({ type: "integer" })
  partySize: number;

  @Property({ type: "text" })
  status: BookingStatus | "held";

  /** Expiry of a hold or of a pending booking. */
  @Property({ type: "datetime", nullable: true })
  lapsesAt: Date | null;

  @Property({ type: new BigIntType("number") })
  priceMinor: number;

  @Property({ type: new BigIntType("number"), nullable: true })
  feeMinor: number | null;

  /** Deposit that the customer still has to pay online. */
  @Property({ type: new BigIntType("number"), nullable: true })
  depositDueMinor: number | null;

  @Property({ type: "text" })
  currency: string;

  @Property({ type: "text", nullable: true })
  cancelledBy: "customer" | "provider" | null;

  @Property({ type: "text", nullable: true })
  reason: string | null;

  @Property({ type: "text", nullable: true })
  notes: string | null;

  @Property({ type: "json", nullable: true })
  answers: Record<string, unknown> | null;

  /** Resources of which it takes a unit. */
  @Property({ type: ArrayType })
  resourceIds: string[];

  @Property({ type: "datetime", nullable: true })
  checkedInAt: Date | null;

  @Property({ type: "datetime", nullable: true })
  completedAt: Date | null;

  /** The series that it is one of. */
  @Property({ type: "text", nullable: true })
  seriesId: string | null;

  /** State of its video call; null: it has none. */
  @Property({ type: "text", nullable: true })
  videoStatus: VideoStatus | null;

  @Property({ type: "text", nullable: true })
  videoUrl: string | null;

  @Property({ type: "integer" })
  icsSequence: number;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
