import { monthOf } from "../ledgers/fiscal-year.ts";

/** The ID of a month of a ledger. Periods have no rows of their own, so that each month of each year has one. */
export function periodId(ledgerId: string, month: string): string {
  return `fpd_${ledgerId.slice("lgr_".length)}_${month.slice(0, 4)}${month.slice(5, 7)}`;
}

/** The ledger and the first day of the month of a period's ID; null for other texts. */
export function readPeriodId(id: string): { ledgerId: string; month: string } | null {
  const match = /^fpd_([0-9a-z_]{1,40})_((?:19|20|21)\d\d)(0[1-9]|1[0-2])$/.exec(id);
  if (!match) return null;
  return { ledgerId: `lgr_${match[1]}`, month: monthOf(`${match[2]}-${match[3]}`) };
}
