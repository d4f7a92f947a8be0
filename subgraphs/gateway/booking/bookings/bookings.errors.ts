import { DomainError } from "../../../../src/errors.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import type { BookingSlot } from "../availability/availability.types.ts";

/** Why a start cannot be booked. */
export type SlotRefusal = "SLOT_TAKEN" | "OUTSIDE_HOURS" | "TOO_SOON" | "TOO_FAR";

const sentences: Record<SlotRefusal, string> = {
  SLOT_TAKEN: "This slot is already taken. Choose another time.",
  OUTSIDE_HOURS: "The service has no slot that starts at this time. Choose another time.",
  TOO_SOON: "This start is in the past or within the minimum notice. Choose a later time.",
  TOO_FAR: "This start is too far ahead for this service. Choose an earlier time.",
};

/** 409 with up to three free slots near the wanted one. */
export function slotRefused(why: SlotRefusal, timezone: string, alternatives: BookingSlot[]): DomainError {
  return new DomainError(why, sentences[why], { timezone, alternatives });
}

/** 422: clocks are put forward over this time. `nearest` is what they show an hour's change before and after it. */
export function localTimeDoesNotExist(
  timezone: string,
  nearest: { date: string; time: string }[],
  alternatives: BookingSlot[],
): DomainError {
  return new DomainError(
    "LOCAL_TIME_DOES_NOT_EXIST",
    "Clocks skip this local time when daylight saving begins. Choose another time.",
    {
      timezone,
      nearest,
      alternatives,
    },
  );
}

/** 422: the account has blocked the customer. */
export function customerBlocked(customerId: string): DomainError {
  return businessRule(
    "customer_blocked",
    "This customer is blocked from booking. Use setBookingCustomerBlock to allow bookings again.",
    { customerId },
  );
}

/** 404, also for an expired hold. */
export function holdNotFound(): DomainError {
  return new DomainError("HOLD_NOT_FOUND", "This hold does not exist or has expired. Create a new hold.");
}
