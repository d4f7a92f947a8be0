import { DomainError } from "../../../src/errors.ts";
import type { Period } from "./schedules/pay-periods.ts";

/** 400: no schedule has this period; the nearest of those there are. */
export function notAPeriod(nearest: (Period & { scheduleId: string }) | null): DomainError {
  return new DomainError("NOT_A_PERIOD", "No pay schedule has a period of these days.", { nearest });
}

/** 409: a period is run once. */
export function periodAlreadyRun(runId: string): DomainError {
  return new DomainError("PERIOD_ALREADY_RUN", "This period has been run.", { runId });
}

/** 409: hours of the period wait for their approval; `force` pays without them. */
export function timesheetsOpen(employeeIds: readonly string[]): DomainError {
  const message = "Hours of this period are not approved: approve them, or run with force to leave them out.";
  return new DomainError("TIMESHEETS_OPEN", message, { employeeIds });
}

/** 422: there is nobody whom the run would pay. */
export function noEmployees(): DomainError {
  return new DomainError("NO_EMPLOYEES", "There is nobody to pay in this run.");
}

/** 422: the tax of a state is not built, and is not taken to be zero. */
export function stateNotSupported(
  states: readonly string[],
  year: number,
  supported: readonly string[],
): DomainError {
  const message = `Income tax of ${states.join(", ")} on wages of ${year} cannot be worked out yet.`;
  return new DomainError("STATE_NOT_SUPPORTED", message, { states, year, supported });
}
