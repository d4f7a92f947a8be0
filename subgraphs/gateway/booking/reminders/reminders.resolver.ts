import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { createReminderSchedule, listNotifications, sendReminder } from "./reminders.service.ts";
import * as types from "./reminders.types.ts";

@Resolver()
export class BookingRemindersResolver {
  @Mutation(() => types.BookingNotification, { description: "Reminds the customer of a booking now." })
  sendReminder(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SendReminderInput) input: types.SendReminderInput,
  ): Promise<types.BookingNotification> {
    return sendReminder(ctx, input);
  }

  @Mutation(() => types.ReminderSchedule, {
    description: "Makes reminders that go out by themselves before the start.",
  })
  createReminderSchedule(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateReminderScheduleInput) input: types.CreateReminderScheduleInput,
  ): Promise<types.ReminderSchedule> {
    return createReminderSchedule(ctx, input);
  }

  @Query(() => types.BookingNotificationPage, {
    description: "What was sent to customers about bookings, or will be, newest first.",
  })
  bookingNotifications(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingNotificationsArgs) args: types.BookingNotificationsArgs,
  ): Promise<types.BookingNotificationPage> {
    return listNotifications(ctx, args);
  }
}
