import { fixedClock, type Clock } from "../../src/time/clock.ts";
import { validationError, type FieldFault } from "../../src/errors.ts";

export interface ClockOptions {
  clock: Clock;
  /** True in demo and test mode: `x-test-clock` moves every rule that depends on time. */
  allowTestClock: boolean;
}

/** The time of a request: the platform's, or that of its `x-test-clock` where the header is allowed. */
export function readClock(raw: unknown, options: ClockOptions): Clock {
  if (raw === undefined || !options.allowTestClock) return options.clock;
  const at = new Date(String(raw));
  if (Number.isNaN(at.getTime())) {
    const fault: FieldFault = { path: "x-test-clock", message: "must be an ISO 8601 time", rule: "format" };
    throw validationError([fault]);
  }
  return fixedClock(at);
}
