import { everyOperation, type GatewayApp } from "../base/gateway-app.ts";
import { agendaFeature } from "./agenda/agenda.feature.ts";
import { availabilityFeature } from "./availability/availability.feature.ts";
import { bookingHistoryFeature } from "./booking-history/booking-history.feature.ts";
import { bookingReportsFeature } from "./booking-reports/booking-reports.feature.ts";
import { bookingPagesFeature } from "./booking-pages/booking-pages.feature.ts";
import { sendBookingCodeJob } from "./booking-pages/send-booking-code.job.ts";
import { BookingEntity } from "./bookings/booking.entity.ts";
import { bookingsFeature } from "./bookings/bookings.feature.ts";
import { busyCalendarFeature } from "./busy-calendars/busy-calendar.feature.ts";
import { calendarSyncFeature } from "./calendar-syncs/calendar-sync.feature.ts";
import { syncCalendarJob, syncDueCalendarsJob } from "./calendar-syncs/calendar-sync.jobs.ts";
import { calendarSubscriptionFeature } from "./calendar-subscriptions/calendar-subscription.feature.ts";
import {
  readCalendarSubscriptionJob,
  readDueSubscriptionsJob,
} from "./calendar-subscriptions/calendar-subscription.jobs.ts";
import { calendarFeedFeature } from "./calendar-feeds/calendar-feed.feature.ts";
import { bookingCharges } from "./charges/apply-charge.service.ts";
import { checkChargesJob } from "./charges/check-charges.job.ts";
import { closeCheckoutsJob } from "./charges/close-checkouts.job.ts";
import { lapseJob } from "./charges/lapse.job.ts";
import { refundChargeJob } from "./charges/refund-charge.job.ts";
import { sendRefundMailJob } from "./charges/send-refund-mail.job.ts";
import { eventPagesFeature } from "./event-pages/event-pages.feature.ts";
import { bookingLedgerSource } from "./ledger-facts/booking-facts.rows.ts";
import { depositsFeature } from "./deposits/deposits.feature.ts";
import { intakeFormsFeature } from "./intake-forms/intake-forms.feature.ts";
import { bookingCustomersFeature } from "./customers/customers.feature.ts";
import { bulkMovesFeature } from "./bulk-moves/bulk-moves.feature.ts";
import { bookingLocationsFeature } from "./locations/locations.feature.ts";
import { bookingResourcesFeature } from "./resources/resources.feature.ts";
import { BookingNotificationEntity } from "./reminders/notification.entity.ts";
import { bookingRemindersFeature } from "./reminders/reminders.feature.ts";
import { sendBookingMailJob, sendDueBookingMailJob } from "./reminders/send-booking-mail.job.ts";
import { bookingSeriesFeature } from "./series/series.feature.ts";
import { BookingProviderEntity } from "./setup/booking-provider.entity.ts";
import { BookingServiceEntity } from "./setup/booking-service.entity.ts";
import { bookingSetupFeature } from "./setup/setup.feature.ts";
import { sendTicketMailJob } from "./ticketed-events/send-ticket-mail.job.ts";
import { waitlistFeature } from "./waitlist/waitlist.feature.ts";
import { lapseWaitlistOffersJob, offerFreedSlotJob } from "./waitlist/waitlist-offers.job.ts";
import { sendWaitlistMailJob } from "./waitlist/send-waitlist-mail.job.ts";
import { ticketedEventsFeature } from "./ticketed-events/ticketed-events.feature.ts";

/** The booking app: services, availability, bookings and ticketed events. */
export const bookingApp: GatewayApp = {
  features: [
    ticketedEventsFeature,
    bookingSetupFeature,
    bookingLocationsFeature,
    bookingResourcesFeature,
    bookingCustomersFeature,
    waitlistFeature,
    availabilityFeature,
    bookingsFeature,
    bulkMovesFeature,
    bookingHistoryFeature,
    bookingRemindersFeature,
    bookingSeriesFeature,
    agendaFeature,
    bookingReportsFeature,
    busyCalendarFeature,
    bookingPagesFeature,
    intakeFormsFeature,
    calendarFeedFeature,
    calendarSyncFeature,
    calendarSubscriptionFeature,
    depositsFeature,
    eventPagesFeature,
  ],
  ledgerSource: bookingLedgerSource,
  paymentTaker: bookingCharges,
  entities: [BookingServiceEntity, BookingProviderEntity, BookingEntity, BookingNotificationEntity],
  jobs: [
    sendBookingCodeJob,
    sendBookingMailJob,
    sendDueBookingMailJob,
    sendTicketMailJob,
    sendWaitlistMailJob,
    offerFreedSlotJob,
    lapseWaitlistOffersJob,
    syncCalendarJob,
    syncDueCalendarsJob,
    refundChargeJob,
    closeCheckoutsJob,
    checkChargesJob,
    lapseJob,
    sendRefundMailJob,
    readCalendarSubscriptionJob,
    readDueSubscriptionsJob,
  ],
  prices: everyOperation,
  // Many requests may compete for one slot: the price is held only after the slot was checked. A series is charged by
  // the number of bookings made.
  chargedWithin: ["createBooking", "createBookingSeries"],
};
