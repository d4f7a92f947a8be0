import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

export const BookingChannel = { email: "email" } as const;
export type BookingChannel = keyof typeof BookingChannel;
registerEnumType(BookingChannel, { name: "BookingChannel", description: "How customers are written to." });

export const NotificationKind = {
  confirmation: "confirmation",
  reminder: "reminder",
  change: "change",
} as const;
export type NotificationKind = keyof typeof NotificationKind;
registerEnumType(NotificationKind, {
  name: "BookingNotificationKind",
  description: "What a message is about.",
});

export const NotificationStatus = {
  queued: "queued",
  sending: "sending",
  sent: "sent",
  failed: "failed",
  dropped: "dropped",
} as const;
export type NotificationStatus = keyof typeof NotificationStatus;
registerEnumType(NotificationStatus, {
  name: "BookingNotificationStatus",
  description: "A dropped one was not sent, because its booking was cancelled, moved or over.",
});

@ObjectType({ description: "A message to a customer about a booking." })
export class BookingNotification {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  bookingId: string;
  @Field(() => NotificationKind)
  kind: NotificationKind;
  @Field(() => BookingChannel)
  channel: BookingChannel;
  @Field(() => String)
  recipient: string;
  @Field(() => NotificationStatus)
  status: NotificationStatus;
  @Field(() => Date, { description: "Not sent before this moment." })
  dueAt: Date;
  @Field(() => Date, { nullable: true })
  sentAt: Date | null;
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType({ description: "A page of messages, newest first." })
export class BookingNotificationPage extends countedPageOf(BookingNotification, "notifications", {
  total: "Messages that fit the filter, on all pages.",
  nextCursor: nextPage,
}) {}

@ArgsType()
export class BookingNotificationsArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  bookingId?: string | null;
}

@InputType({ description: "A reminder to send now." })
export class SendReminderInput {
  @Field(() => ID)
  @MaxLength(64)
  bookingId: string;
  @Field(() => BookingChannel, { defaultValue: "email" })
  channel: BookingChannel;
  @Field(() => String, { nullable: true, description: "Put before the facts of the booking." })
  @IsOptional()
  @MaxLength(2000)
  message?: string | null;
}

@InputType({ description: "Reminders that go out by themselves before bookings that are made from now on." })
export class CreateReminderScheduleInput {
  @Field(() => ID, { nullable: true, description: "All services when left out." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
  @Field(() => [Int], { description: "Minutes before the start, each at most 30 days." })
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @Min(5, { each: true })
  @Max(43_200, { each: true })
  offsetsMinutes: number[];
  @Field(() => BookingChannel, { defaultValue: "email" })
  channel: BookingChannel;
  @Field(() => String, { description: "Put before the facts of the booking." })
  @MaxLength(2000)
  @Matches(/\S/, { message: "must not be blank" })
  template: string;
}

@ObjectType({ description: "Reminders that go out by themselves." })
export class ReminderSchedule {
  @Field(() => ID)
  id: string;
  @Field(() => ID, { nullable: true, description: "All services when null." })
  serviceId: string | null;
  @Field(() => [Int], { description: "Minutes before the start, the longest first." })
  offsetsMinutes: number[];
  @Field(() => BookingChannel)
  channel: BookingChannel;
  @Field(() => String)
  template: string;
  @Field(() => Date)
  createdAt: Date;
}
