/** Tool groups of the app `event-manager` with their titles, in the order in which they are listed. */
export const bookingGroups = {
  services: "Services",
  "providers-and-working-hours": "Providers and working hours",
  "locations-and-resources": "Locations and resources",
  "time-off": "Date overrides and blocked time",
  availability: "Availability",
  bookings: "Bookings",
  "booking-records": "Booking details, notes and history",
  "recurring-bookings": "Recurring bookings",
  "booking-customers": "Booking customers",
  waitlist: "Waitlist",
  reminders: "Reminders",
  "policies-deposits-forms": "Policies, deposits, forms",
  "intake-forms": "Intake forms",
  "booking-reports": "Booking reports",
  calendar: "Calendar",
  "calendar-sync": "Calendar sync",
  "booking-pages": "Public booking page",
  "events-and-tickets": "Events and tickets",
  attendees: "Ticket types and attendees",
} as const;

export type BookingGroup = keyof typeof bookingGroups;
