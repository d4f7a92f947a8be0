import type { BookingStatus } from "./bookings.types.ts";
import { invalidState } from "../../base/gateway.errors.ts";

/** Allowed status changes. A no-show can be corrected to completed within a day. */
export const bookingTransitions: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  pending: ["confirmed", "declined", "cancelled", "expired"],
  confirmed: ["checked_in", "completed", "no_show", "cancelled"],
  checked_in: ["completed"],
  no_show: ["completed"],
  completed: [],
  declined: [],
  cancelled: [],
  expired: [],
};

/** How long a pending booking waits for its confirmation. */
export const approvalMs = 24 * 60 * 60 * 1000;

interface Stateful {
  status: BookingStatus | "held";
  lapsesAt: Date | null;
}

/** A pending booking past its deadline is expired, even before the row is updated. */
export function bookingStateOf({ status, lapsesAt }: Stateful, now: Date): BookingStatus {
  const isExpired = lapsesAt !== null && lapsesAt.getTime() <= now.getTime();
  if (status === "pending" && isExpired) return "expired";
  if (status === "held") throw new Error("A hold is not a booking.");
  return status;
}

/** Throws INVALID_STATE unless a booking may go from the one state to the other. */
export function requireBookingTransition(from: BookingStatus, to: BookingStatus): void {
  if (!bookingTransitions[from].includes(to)) throw invalidState("booking", from, bookingTransitions[from]);
}

/** Throws INVALID_STATE unless the booking can be moved (pending or confirmed). */
export function requireMovable(state: BookingStatus): void {
  if (state !== "pending" && state !== "confirmed") {
    throw invalidState("booking", state, bookingTransitions[state]);
  }
}
