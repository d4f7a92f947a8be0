import { zonesOf } from "../../../../src/telephony/number-zones.ts";
import { clockIn } from "../../../../src/telephony/zone-clock.ts";

/** Marketing texts and calls reach people from 08:00 until 21:00 of their own time (47 CFR 64.1200(c)(1)). */
const opensAtMinute = 8 * 60;
const closesAtMinute = 21 * 60;

/** Every zone's offset is a multiple of this, so a window opens at a multiple of it. */
const stepMs = 15 * 60_000;
const maxSteps = (48 * 60 * 60_000) / stepMs;

/** True when the moment is within the hours in every zone in which the number (E.164) may be. */
export function isWithinHours(number: string, at: Date): boolean {
  return zonesOf(number).every((zone) => {
    const { minute } = clockIn(zone, at);
    return minute >= opensAtMinute && minute < closesAtMinute;
  });
}

/** The moment itself where it is within the hours, else the first after it that is. */
export function nextWithinHours(number: string, at: Date): Date {
  if (isWithinHours(number, at)) return at;
  const first = Math.floor(at.getTime() / stepMs) + 1;
  for (let step = 0; step < maxSteps; step++) {
    const candidate = new Date((first + step) * stepMs);
    if (isWithinHours(number, candidate)) return candidate;
  }
  throw new Error("No hour within two days is allowed in all time zones.");
}
