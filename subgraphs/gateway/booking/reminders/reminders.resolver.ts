import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { deleteReminderSchedule, listReminderSchedules } from "./reminder-schedules.service.ts";
import { createReminderSchedule, listNotifications, sendReminder } from "./reminders.service.ts";
import * as types from "./reminders.types.ts";

@Resolver()
export class BookingRemindersResolver {
  @Mutation(() => types.BookingNotification, {
    description: "Sends the customer a booking reminder immediately.",
  })
  sendReminder(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SendReminderInput, { description: "Reminder to send." })
    input: types.SendReminderInput,
  ): Promise<types.BookingNotification> {
    return sendReminder(ctx, input);
  }

  @Mutation(() => types.ReminderSchedule, {
    description: "Creates a schedule of automatic reminders before bookings.",
  })
  createReminderSchedule(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateReminderScheduleInput, { description: "Reminder schedule to create." })
    input: types.CreateReminderScheduleInput,
  ): Promise<types.ReminderSchedule> {
    return createReminderSchedule(ctx, input);
  }

  @Query(() => types.ReminderSchedulePage, {
    description: "Lists schedules of automatic reminders, newest first.",
  })
  reminderSchedules(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.ReminderSchedulesArgs) args: types.ReminderSchedulesArgs,
  ): Promise<types.ReminderSchedulePage> {
    return listReminderSchedules(ctx, args);
  }

  @Mutation(() => types.DeletedReminderSchedule, {
    description: "Deletes a reminder schedule. Its planned reminders are not sent.",
  })
  deleteReminderSchedule(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.DeleteReminderScheduleInput, { description: "Reminder schedule to delete." })
    input: types.DeleteReminderScheduleInput,
  ): Promise<types.DeletedReminderSchedule> {
    return deleteReminderSchedule(ctx, input);
  }

  @Query(() => types.BookingNotificationPage, {
    description: "Lists messages sent or planned to customers about bookings, newest first.",
  })
  bookingNotifications(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingNotificationsArgs) args: types.BookingNotificationsArgs,
  ): Promise<types.BookingNotificationPage> {
    return listNotifications(ctx, args);
  }
}
