import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { BookingChannel, NotificationKind, NotificationStatus } from "./reminders.types.ts";

/** A message to a customer about a booking. Once claimed it is handed to a mail server at most once. */
@Entity({ tableName: "booking_notifications" })
export class BookingNotificationEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  bookingId: string;

  @Property({ type: "text" })
  kind: NotificationKind;

  @Property({ type: "text" })
  channel: BookingChannel;

  @Property({ type: "text" })
  recipient: string;

  @Property({ type: "text", nullable: true })
  message: string | null;

  @Property({ type: "text" })
  status: NotificationStatus;

  /** The schedule and offset that it comes from. */
  @Property({ type: "text", nullable: true })
  scheduleKey: string | null;

  @Property({ type: "datetime" })
  dueAt: Date;

  @Property({ type: "integer" })
  attempts: number;

  @Property({ type: "datetime", nullable: true })
  sentAt: Date | null;

  @Property({ type: "datetime" })
  createdAt: Date;
}
