import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

export const BookingChannel = { email: "email", sms: "sms", call: "call" } as const;
export type BookingChannel = keyof typeof BookingChannel;
registerEnumType(BookingChannel, {
  name: "BookingChannel",
  description: "Channel for messages to customers.",
  valuesConfig: {
    email: { description: "Message sent by email." },
    sms: {
      description: "Text message to the customer's phone. It counts toward the quota of text messages.",
    },
    call: { description: "Call that speaks the message. It counts toward the quota of call minutes." },
  },
});

export const NotificationKind = {
  confirmation: "confirmation",
  reminder: "reminder",
  change: "change",
} as const;
export type NotificationKind = keyof typeof NotificationKind;
registerEnumType(NotificationKind, {
  name: "BookingNotificationKind",
  description: "Purpose of a message to a customer.",
  valuesConfig: {
    confirmation: { description: "Sent when a booking is created." },
    reminder: { description: "Sent before the start, by a schedule or on request." },
    change: { description: "Sent when a booking is confirmed, declined, moved or cancelled." },
  },
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
  description: "Delivery status of a message.",
  valuesConfig: {
    queued: { description: "Waiting until its due time." },
    sending: { description: "Handed over; the result is not known yet." },
    sent: { description: "Accepted by the mail server, or for sending to the phone." },
    failed: { description: "Rejected by the mail server or the carrier, or failed after 5 attempts." },
    dropped: { description: "Not sent, because the booking was cancelled, moved or has started." },
  },
});

@ObjectType({ description: "A message to a customer about a booking." })
export class BookingNotification {
  @Field(() => ID, { description: "Unique ID of the message, prefixed `ntf_`." })
  id: string;
  @Field(() => ID, { description: "ID of the booking the message is about." })
  bookingId: string;
  @Field(() => NotificationKind, { description: "Purpose of the message." })
  kind: NotificationKind;
  @Field(() => BookingChannel, { description: "Channel the message is sent through." })
  channel: BookingChannel;
  @Field(() => String, { description: "Email address of the recipient, or phone number with country code." })
  recipient: string;
  @Field(() => NotificationStatus, { description: "Delivery status of the message." })
  status: NotificationStatus;
  @Field(() => Date, { description: "Earliest time the message is sent." })
  dueAt: Date;
  @Field(() => Date, { nullable: true, description: "Time the message was sent. Null until then." })
  sentAt: Date | null;
  @Field(() => Date, { description: "Time the message was created." })
  createdAt: Date;
}

@ObjectType({ description: "A page of messages, newest first." })
export class BookingNotificationPage extends countedPageOf(BookingNotification, "notifications", {
  total: "Messages that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@ArgsType()
export class BookingNotificationsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only messages about this booking." })
  @IsOptional()
  @MaxLength(64)
  bookingId?: string | null;
  @Field(() => Date, { nullable: true, description: "Only messages created at or after this time." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only messages created before this time." })
  to?: Date | null;
}

@ArgsType()
export class ReminderSchedulesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only schedules of this service alone." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
}

@InputType({ description: "A reminder schedule to delete." })
export class DeleteReminderScheduleInput {
  @Field(() => ID, { description: "ID of the schedule." })
  @MaxLength(64)
  scheduleId: string;
}

@ObjectType({ description: "Result of deleting a reminder schedule." })
export class DeletedReminderSchedule {
  @Field(() => Boolean, { description: "True when the schedule was deleted." })
  deleted: boolean;
  @Field(() => Int, { description: "Number of planned reminders that are not sent." })
  droppedReminders: number;
}

@InputType({ description: "A reminder to send immediately." })
export class SendReminderInput {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
  @Field(() => BookingChannel, {
    defaultValue: "email",
    description: "Channel to send the reminder through. `sms` and `call` need the customer's phone number.",
  })
  channel: BookingChannel;
  @Field(() => String, {
    nullable: true,
    description: "Text placed before the booking details, up to 2,000 characters.",
  })
  @IsOptional()
  @MaxLength(2000)
  message?: string | null;
}

@InputType({ description: "A schedule for automatic reminders. It applies to bookings created from now on." })
export class CreateReminderScheduleInput {
  @Field(() => ID, { nullable: true, description: "Service the reminders apply to. Default: all services." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
  @Field(() => [Int], {
    description:
      "Reminder times in minutes before the start, 1 to 10 values. Each from 5 to 43,200 (30 days).",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @Min(5, { each: true })
  @Max(43_200, { each: true })
  offsetsMinutes: number[];
  @Field(() => BookingChannel, {
    defaultValue: "email",
    description:
      "Channel to send the reminders through. Customers without a phone number with country code get them by email.",
  })
  channel: BookingChannel;
  @Field(() => String, { description: "Text placed before the booking details, up to 2,000 characters." })
  @MaxLength(2000)
  @Matches(/\S/, { message: "must not be blank" })
  template: string;
}

@ObjectType({ description: "A schedule for automatic reminders." })
export class ReminderSchedule {
  @Field(() => ID, { description: "Unique ID of the schedule, prefixed `rms_`." })
  id: string;
  @Field(() => ID, { nullable: true, description: "Service the reminders apply to. Null: all services." })
  serviceId: string | null;
  @Field(() => [Int], { description: "Reminder times in minutes before the start, longest first." })
  offsetsMinutes: number[];
  @Field(() => BookingChannel, { description: "Channel the reminders are sent through." })
  channel: BookingChannel;
  @Field(() => String, { description: "Text placed before the booking details." })
  template: string;
  @Field(() => Date, { description: "Time the schedule was created." })
  createdAt: Date;
}

@ObjectType({ description: "A page of reminder schedules, newest first." })
export class ReminderSchedulePage extends countedPageOf(ReminderSchedule, "schedules", {
  total: "Schedules that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}
