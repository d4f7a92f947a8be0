import { nullable, number, ownObject, text, type EventFamily } from "./event-family.ts";

/** Registrations of guests for events. */
export const registrationEvents: EventFamily = {
  name: "registration",
  object: ownObject("RegistrationEvent", "Registration of a guest for an event, without data of the guest.", {
    registrationId: text("ID of the registration."),
    eventId: text("ID of the event."),
    ticketTypeId: text("ID of the ticket type."),
    quantity: number("Number of tickets."),
    price: number("Price of all tickets."),
    currency: text("Currency of the price."),
    status: text("Status of the registration: reserved, confirmed, cancelled or expired."),
  }),
  example: {
    registrationId: "reg_01m853j85mqsazhj33f9m7ax3a",
    eventId: "evt_01m853j85mqsazhj33f9m7ax3a",
    ticketTypeId: "tkt_01m853j85mqsazhj33f9m7ax3a",
    quantity: 2,
    price: 50,
    currency: "USD",
    status: "confirmed",
  },
  events: {
    reserved: {
      description: "Tickets are kept for a guest until they are paid or accepted.",
      example: { status: "reserved" },
    },
    confirmed: { description: "A guest was registered, and the tickets were issued." },
    cancelled: { description: "A registration was cancelled.", example: { status: "cancelled" } },
    expired: {
      description: "Tickets that were kept for a guest were not paid or accepted in time.",
      example: { status: "expired" },
    },
    transferred: { description: "A guest has passed the tickets on to somebody else." },
  },
};

/** Payments of deposits and tickets at the payment processor. */
export const bookingPaymentEvents: EventFamily = {
  name: "booking_payment",
  object: ownObject("BookingPaymentEvent", "Online payment of a deposit or of tickets.", {
    paymentId: text("ID of the payment."),
    bookingId: nullable(text("ID of the booking. Null for tickets.")),
    registrationId: nullable(text("ID of the registration. Null for a deposit.")),
    amount: number("Amount received or paid back."),
    currency: text("Currency of the amount."),
  }),
  example: {
    paymentId: "bch_01m853j85mqsazhj33f9m7ax3a",
    bookingId: "bkg_01m853a96pw0fpw3sfdjfh09za",
    registrationId: null,
    amount: 20,
    currency: "USD",
  },
  events: {
    received: { description: "The payment processor has received a payment of a deposit or of tickets." },
    refunded: { description: "The payment processor has paid back such a payment, or a part of it." },
    refund_failed: { description: "A refund of such a payment did not succeed." },
  },
};
