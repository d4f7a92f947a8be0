import { DomainError } from "../../../../src/errors.ts";
import type { BookingSlot } from "../availability/availability.types.ts";

/** Why a start cannot be booked. */
export type SlotRefusal = "SLOT_TAKEN" | "OUTSIDE_HOURS" | "TOO_SOON" | "TOO_FAR";

const sentences: Record<SlotRefusal, string> = {
  SLOT_TAKEN: "This slot is taken.",
  OUTSIDE_HOURS: "This is not a start that the service has.",
  TOO_SOON: "This start is over, or too soon for the service's notice.",
  TOO_FAR: "This start is further away than the service can be booked.",
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
  return new DomainError("LOCAL_TIME_DOES_NOT_EXIST", "Clocks are put forward over this time.", {
    timezone,
    nearest,
    alternatives,
  });
}
