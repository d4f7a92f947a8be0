import { Arg, Args, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { BookingContext } from "../booking.context.ts";
import { receiveNotification } from "./calendar-channels.service.ts";
import { CalendarNotificationAnswer, CalendarNotificationInput } from "./calendar-notification.types.ts";
import * as types from "./calendar-sync.types.ts";
import * as syncs from "./calendar-syncs.service.ts";
import { disconnectCalendar } from "./disconnect-calendar.service.ts";
import { listCalendarConflicts, resolveCalendarConflict } from "./resolve-conflicts.service.ts";

@Resolver()
export class CalendarSyncResolver {
  @Query(() => types.ConnectableCalendars, {
    description: "Lists the calendars of a connected Google or Microsoft account, to choose one to sync.",
  })
  connectableCalendars(
    @Ctx() ctx: BookingContext,
    @Args(() => types.ConnectableCalendarsArgs) args: types.ConnectableCalendarsArgs,
  ): Promise<types.ConnectableCalendars> {
    return syncs.listConnectableCalendars(ctx, args);
  }

  @Query(() => types.CalendarSyncPage, {
    description: "Lists connected calendars with their status and last error, newest first.",
  })
  calendarSyncs(
    @Ctx() ctx: BookingContext,
    @Args(() => types.CalendarSyncsArgs) args: types.CalendarSyncsArgs,
  ): Promise<types.CalendarSyncPage> {
    return syncs.listCalendarSyncs(ctx, args);
  }

  @Query(() => types.CalendarConflictPage, {
    description:
      "Lists differences between bookings and connected calendars that need a decision, newest first.",
  })
  calendarConflicts(
    @Ctx() ctx: BookingContext,
    @Args(() => types.CalendarConflictsArgs) args: types.CalendarConflictsArgs,
  ): Promise<types.CalendarConflictPage> {
    return listCalendarConflicts(ctx, args);
  }

  @Mutation(() => types.CalendarSync, {
    description:
      "Keeps a calendar in step with a provider's bookings. Its events block the provider's time; bookings appear in it. Moving or deleting a booking's event moves or cancels the booking.",
  })
  connectCalendar(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.ConnectCalendarInput, { description: "Provider and calendar to connect." })
    input: types.ConnectCalendarInput,
  ): Promise<types.CalendarSync> {
    return syncs.connectCalendar(ctx, input);
  }

  @Mutation(() => types.CalendarSync, {
    description:
      "Syncs a connected calendar now, in the background. While its service asks to wait, the sync runs after that. Also resumes one whose account was connected again.",
  })
  syncCalendar(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.CalendarSyncInput, { description: "Sync to run." })
    input: types.CalendarSyncInput,
  ): Promise<types.CalendarSync> {
    return syncs.syncCalendar(ctx, input);
  }

  @Mutation(() => types.DisconnectedCalendar, {
    description:
      "Ends the sync of a calendar. Its events no longer block the provider's time; future bookings are deleted from it unless they are to stay.",
  })
  disconnectCalendar(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.DisconnectCalendarInput, { description: "Sync to end." })
    input: types.DisconnectCalendarInput,
  ): Promise<types.DisconnectedCalendar> {
    return disconnectCalendar(ctx, input);
  }

  @Mutation(() => types.CalendarConflict, {
    description: "Decides a calendar conflict: keeps the booking, or follows the calendar.",
  })
  resolveCalendarConflict(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.ResolveCalendarConflictInput, { description: "Conflict and decision." })
    input: types.ResolveCalendarConflictInput,
  ): Promise<types.CalendarConflict> {
    return resolveCalendarConflict(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => CalendarNotificationAnswer, {
    description:
      "Receives an announcement of changes in a connected calendar. Internal, for the router only.",
  })
  hearCalendar(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => CalendarNotificationInput, { description: "Announcement of the service." })
    input: CalendarNotificationInput,
  ): Promise<CalendarNotificationAnswer> {
    return receiveNotification(ctx, input);
  }
}
