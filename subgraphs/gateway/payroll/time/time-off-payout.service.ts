import type { EntityManager } from "@mikro-orm/postgresql";
import { toMinor } from "../../../../src/money.ts";
import type { EmployeeRow } from "../payroll-tables.ts";
import { readPaidOut } from "./paid-out.rows.ts";
import type { TimeScope } from "./pay-time.service.ts";
import { balancesOf } from "./time-off.service.ts";

/** Time off of one policy that is paid at the end of employment, in hundredths of hours. */
export interface TimeOffPayout {
  policyId: string;
  hoursHundredths: number;
}

/**
 * Balances that a run pays to those who left, by employee: in a regular or final run whose period has the last day, unless
 * another payslip in force has paid them. Reads these people one at a time; they are few.
 */
export async function timeOffToPayOut(
  em: EntityManager,
  { type, periodStart, periodEnd }: TimeScope,
  employees: readonly EmployeeRow[],
): Promise<Map<string, TimeOffPayout[]>> {
  const payouts = new Map<string, TimeOffPayout[]>();
  if (type !== "regular" && type !== "final") return payouts;
  for (const employee of employees) {
    const { id, endDate, payoutPto, startDate } = employee;
    if (!payoutPto || endDate === null || endDate < periodStart || endDate > periodEnd) continue;
    const paid = await readPaidOut(em, id, { from: startDate });
    if (paid.size > 0) continue;
    const balances = await balancesOf(em, employee, endDate);
    const left = balances.map(({ policyId, balanceHours }) => {
      return { policyId, hoursHundredths: toMinor(balanceHours, 2) };
    });
    payouts.set(
      id,
      left.filter(({ hoursHundredths }) => hoursHundredths > 0),
    );
  }
  return payouts;
}
