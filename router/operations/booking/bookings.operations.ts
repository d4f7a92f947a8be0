import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const bookingOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "bookings",
  operations: [
    {
      name: "CreateBooking",
      field: "mutation.createBooking",
      documented: true,
      rest: { method: "POST", path: "/bookings", status: 201 },
      tool: {
        name: "create_booking",
        firstDay: true,
        keywords: ["appointment reserve haircut massage meeting table visit for at pm"],
        openWorld: true,
      },
    },
    {
      name: "GetBooking",
      field: "query.booking",
      rest: { method: "GET", path: "/bookings/{bookingId}" },
      tool: { name: "get_booking", firstDay: true, keywords: ["show appointment details when"] },
    },
    {
      name: "ListBookings",
      field: "query.bookings",
      rest: { method: "GET", path: "/bookings" },
      tool: { name: "list_bookings", firstDay: true, keywords: ["appointments reservations upcoming"] },
    },
    {
      name: "RescheduleBooking",
      field: "mutation.rescheduleBooking",
      rest: { method: "POST", path: "/bookings/{bookingId}/reschedule" },
      tool: {
        name: "reschedule_booking",
        firstDay: true,
        keywords: ["move appointment other day time later postpone"],
        openWorld: true,
      },
    },
    {
      name: "ReassignBooking",
      field: "mutation.reassignBooking",
      rest: { method: "POST", path: "/bookings/{bookingId}/reassign" },
      tool: {
        name: "reassign_booking",
        firstDay: true,
        keywords: ["another stylist provider colleague staff give switch"],
        openWorld: true,
      },
    },
    {
      name: "ConfirmBooking",
      field: "mutation.confirmBooking",
      rest: { method: "POST", path: "/bookings/{bookingId}/confirm" },
      tool: {
        name: "confirm_booking",
        firstDay: true,
        keywords: ["approve pending appointment request accept"],
        idempotent: true,
        openWorld: true,
      },
    },
    {
      name: "DeclineBooking",
      field: "mutation.declineBooking",
      rest: { method: "POST", path: "/bookings/{bookingId}/decline" },
      tool: {
        name: "decline_booking",
        keywords: ["reject appointment request turn down"],
        idempotent: true,
        openWorld: true,
      },
    },
    {
      name: "CancelBooking",
      field: "mutation.cancelBooking",
      rest: { method: "POST", path: "/bookings/{bookingId}/cancel" },
      tool: {
        name: "cancel_booking",
        firstDay: true,
        keywords: ["call off appointment reservation", "call off the appointment"],
        destructive: true,
        idempotent: true,
        openWorld: true,
      },
    },
    {
      name: "PreviewCancellation",
      field: "query.cancellationPreview",
      rest: { method: "GET", path: "/bookings/{bookingId}/cancellation-preview" },
      tool: { name: "preview_cancellation", keywords: ["fee cost cancel now would charge"] },
    },
    {
      name: "CheckInBooking",
      field: "mutation.checkInBooking",
      rest: { method: "POST", path: "/bookings/{bookingId}/check-in" },
      tool: { name: "check_in_booking", keywords: ["arrived here client customer came"], idempotent: true },
    },
    {
      name: "CompleteBooking",
      field: "mutation.completeBooking",
      rest: { method: "POST", path: "/bookings/{bookingId}/complete" },
      tool: { name: "complete_booking", keywords: ["finished done visit over"], idempotent: true },
    },
    {
      name: "MarkNoShow",
      field: "mutation.markNoShow",
      rest: { method: "POST", path: "/bookings/{bookingId}/no-show" },
      tool: {
        name: "mark_no_show",
        keywords: ["never showed up did not come missed absent customer"],
        idempotent: true,
      },
    },
    {
      name: "ExportBookingIcs",
      field: "query.bookingIcs",
      rest: {
        method: "GET",
        path: "/bookings/{bookingId}/ics",
        file: { download: "download", types: ["text/calendar"] },
      },
      tool: {
        name: "export_booking_ics",
        group: "calendar",
        firstDay: true,
        keywords: ["calendar file appointment download"],
      },
    },
    {
      name: "SendReminder",
      field: "mutation.sendReminder",
      rest: { method: "POST", path: "/bookings/{bookingId}/reminders", status: 201 },
      tool: {
        name: "send_reminder",
        group: "reminders",
        firstDay: true,
        keywords: ["text sms email appointment tomorrow guest remind"],
        openWorld: true,
      },
    },
    {
      name: "CreateReminderSchedule",
      field: "mutation.createReminderSchedule",
      rest: { method: "POST", path: "/reminder-schedules", status: 201 },
      tool: {
        name: "create_reminder_schedule",
        group: "reminders",
        firstDay: true,
        keywords: ["automatic reminders hours before"],
      },
    },
    {
      name: "ListReminderSchedules",
      field: "query.reminderSchedules",
      rest: { method: "GET", path: "/reminder-schedules" },
      tool: {
        name: "list_reminder_schedules",
        group: "reminders",
        keywords: ["which automatic reminders are set up"],
      },
    },
    {
      name: "DeleteReminderSchedule",
      field: "mutation.deleteReminderSchedule",
      rest: { method: "DELETE", path: "/reminder-schedules/{scheduleId}" },
      tool: {
        name: "delete_reminder_schedule",
        group: "reminders",
        keywords: ["stop automatic reminders no more"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListSentNotifications",
      field: "query.bookingNotifications",
      rest: { method: "GET", path: "/booking-notifications" },
      tool: {
        name: "list_sent_notifications",
        group: "reminders",
        keywords: ["did guest get the text mail was delivered"],
      },
    },
  ],
};
