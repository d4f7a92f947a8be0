import type { PaymentContext } from "../base/payments/payment.context.ts";
import type { CalendarFilesPort } from "./calendar-subscriptions/calendar-files.port.ts";
import type { PhoneNoticesPort } from "./reminders/phone-notices.port.ts";
import type { ConnectedCalendarsPort } from "./calendar-syncs/connected-calendars.port.ts";

/** A request as those features of the booking app see it that use connected calendars or take payments. */
export interface BookingContext extends PaymentContext {
  ports: PaymentContext["ports"] & {
    /** Calendars of connected accounts. */
    connectedCalendars: ConnectedCalendarsPort;
    /** Calendars at public URLs. */
    calendarFiles: CalendarFilesPort;
    /** Text messages and calls to customers. */
    phoneNotices: PhoneNoticesPort;
  };
}
