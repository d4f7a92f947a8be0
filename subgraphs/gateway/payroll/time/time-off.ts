/** Accrual rule of a time off policy, in hundredths of hours. */
export interface AccrualRule {
  accrual: "per_hour" | "per_period" | "annual";
  /** For per_hour: time earned per 100 hours worked. */
  rateHundredths: number;
  capHundredths: number | null;
  carryoverHundredths: number | null;
}

/** An event on a day that changes a balance. */
export interface AccrualEvent {
  date: string;
  /** Hours that were worked, a pay period that ended, or a year that begins. */
  kind: "worked" | "period" | "year";
  /** Worked time in hundredths of hours. */
  hoursHundredths: number;
}

export interface Accrued {
  balanceHundredths: number;
  accruedHundredths: number;
  /** Lost at the cap or at the end of a year. */
  lostHundredths: number;
}

/**
 * Balance after all events. A new year first cuts the balance to the carryover, and accrual stops at the cap.
 * Invariant: accrued = balance + lost - opening.
 */
export function accrue(rule: AccrualRule, opening: number, events: readonly AccrualEvent[]): Accrued {
  let [balance, accrued, lost] = [opening, 0, 0];
  // Fractions of a hundredth are carried until they add up to a whole one.
  let workedHundredths = 0;
  for (const { kind, hoursHundredths } of events.toSorted(inOrder)) {
    if (kind === "year" && rule.carryoverHundredths !== null && balance > rule.carryoverHundredths) {
      lost += balance - rule.carryoverHundredths;
      balance = rule.carryoverHundredths;
    }
    let gained = 0;
    if (kind === "worked" && rule.accrual === "per_hour") {
      const before = perHundredHours(rule, workedHundredths);
      workedHundredths += hoursHundredths;
      gained = perHundredHours(rule, workedHundredths) - before;
    }
    if (
      (kind === "period" && rule.accrual === "per_period") ||
      (kind === "year" && rule.accrual === "annual")
    )
      gained = rule.rateHundredths;
    const kept = Math.min(gained, Math.max((rule.capHundredths ?? Infinity) - balance, 0));
    balance += kept;
    accrued += gained;
    lost += gained - kept;
  }
  return { balanceHundredths: balance, accruedHundredths: accrued, lostHundredths: lost };
}

function perHundredHours({ rateHundredths }: AccrualRule, workedHundredths: number): number {
  return Math.floor((rateHundredths * workedHundredths) / 10_000);
}

/** On one day the year begins before anything else. */
function inOrder(a: AccrualEvent, b: AccrualEvent): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return Number(b.kind === "year") - Number(a.kind === "year");
}
