/** What time off a policy gives; hundredths of hours. */
export interface AccrualRule {
  accrual: "per_hour" | "per_period" | "annual";
  /** Of per_hour what a hundred hours give. */
  rateHundredths: number;
  capHundredths: number | null;
  carryoverHundredths: number | null;
}

/** What moves a balance, on a day. */
export interface AccrualEvent {
  date: string;
  /** Hours that were worked, a pay period that ended, or a year that begins. */
  kind: "worked" | "period" | "year";
  /** Of worked time, hundredths of hours. */
  hoursHundredths: number;
}

export interface Accrued {
  balanceHundredths: number;
  accruedHundredths: number;
  /** Lost at the cap or at the end of a year. */
  lostHundredths: number;
}

/**
 * The balance after all events: a new year first cuts what is not carried over, and a balance stops growing at its cap.
 * What was accrued is always the balance and what was lost, less the opening balance.
 */
export function accrue(rule: AccrualRule, opening: number, events: readonly AccrualEvent[]): Accrued {
  let [balance, accrued, lost] = [opening, 0, 0];
  // Parts of a hundredth are kept until they make a whole one.
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
