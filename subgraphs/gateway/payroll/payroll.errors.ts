import { DomainError } from "../../../src/errors.ts";
import type { Period } from "./schedules/pay-periods.ts";

/** 400: no schedule has this period. Details hold the nearest period. */
export function notAPeriod(nearest: (Period & { scheduleId: string }) | null): DomainError {
  return new DomainError(
    "NOT_A_PERIOD",
    "No pay schedule has a period with these dates. Use a period from list_pay_periods.",
    { nearest },
  );
}

/** 409: the period was already run. */
export function periodAlreadyRun(runId: string): DomainError {
  return new DomainError(
    "PERIOD_ALREADY_RUN",
    "Payroll was already run for this period. Use an off_cycle run for corrections.",
    { runId },
  );
}

/** 409: hours of the period are not approved; `force` runs without them. */
export function timesheetsOpen(employeeIds: readonly string[]): DomainError {
  const message =
    "Some hours in this period are not approved. Approve the timesheets, or set force to run without them.";
  return new DomainError("TIMESHEETS_OPEN", message, { employeeIds });
}

/** 422: the run has no employees to pay. */
export function noEmployees(): DomainError {
  return new DomainError(
    "NO_EMPLOYEES",
    "No employee earns pay in this run. Check pay rates, hours, dates and employeeIds.",
  );
}

/** 422: the tax of a state is not supported, and not assumed to be zero. */
export function stateNotSupported(
  states: readonly string[],
  payDate: string,
  supported: readonly string[],
): DomainError {
  const year = Number(payDate.slice(0, 4));
  const message = `Income tax for ${states.join(", ")} is not supported for ${year}. See supported for the available states.`;
  const missing = states.map((state) => `us-${state.toLowerCase()}-income-tax:${year}`);
  return new DomainError("STATE_NOT_SUPPORTED", message, { states, year, supported, missing });
}
