import { graphObject, type EventFamily } from "./event-family.ts";

/** Deposits for the bookings of an account. */
export const bookingDepositEvents: EventFamily = {
  name: "booking",
  object: graphObject("BookingDeposit"),
  example: {
    id: "bdp_01m853a9d2k8c0n6v4x1q7r5t3",
    bookingId: "bkg_01m853a96pw0fpw3sfdjfh09za",
    amount: 15,
    refunded: 0,
    refundPending: 0,
    currency: "GBP",
    method: "card",
    reference: "T-1042",
    isOnline: false,
    status: "received",
    createdAt: "2026-11-23T09:35:00.000Z",
    updatedAt: "2026-11-23T09:35:00.000Z",
  },
  events: {
    deposit_recorded: { description: "A deposit for a booking was paid online, or recorded." },
    deposit_refunded: {
      description: "A deposit was paid back, or a refund of it recorded.",
      example: { refunded: 15, status: "refunded" },
    },
  },
};
