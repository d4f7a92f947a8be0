import { addDays } from "../../../../src/time/local-date.ts";
import { dueDateOf, periodOf } from "./tax-period.ts";

/** A return that must be filed or filed again. */
export interface Deadline {
  filerId: string;
  vin: string;
  firstUseMonth: string;
  dueDate: string;
  /** `not_started`, `amendment_due`, or the status of the open return. */
  status: "not_started" | "amendment_due" | "draft" | "ready" | "signed" | "rejected";
  filingId: string | null;
}

/** Vehicles and returns of a filer, as input for deadlines. */
export interface Obligations {
  vehicles: readonly { filerId: string; vin: string; addedOn: string }[];
  /** Vehicles on a submitted return, by period. */
  reported: readonly { filerId: string; vin: string; period: number }[];
  /** Open or rejected returns; `month` decides their due date. */
  open: readonly {
    id: string;
    filerId: string;
    status: Exclude<Deadline["status"], "not_started" | "amendment_due">;
    isOriginal: boolean;
    firstUseMonth: string;
    month: string;
    vins: readonly string[];
  }[];
  /** Suspended vehicles that exceeded their limit in that month and have no amended return. */
  exceeded: readonly {
    filerId: string;
    vin: string;
    firstUseMonth: string;
    month: string;
    filingId: string;
  }[];
}

/**
 * Deadlines up to `within` days from `today`, and overdue ones, soonest first. A vehicle is due for July of each period,
 * or for the month it was added, unless it is on a submitted or open return.
 */
export function deadlinesOf(asked: Obligations, today: string, within: number): Deadline[] {
  const begun: Deadline[] = asked.open.flatMap(({ id, filerId, status, firstUseMonth, month, vins }) =>
    vins.map((vin) => {
      const { dueDate } = dueDateOf(month);
      return { filerId, vin, firstUseMonth, dueDate, status, filingId: id };
    }),
  );
  const originals = asked.open.filter(({ isOriginal }) => isOriginal);
  const places = [
    ...asked.reported.map(({ filerId, vin, period }) => placeOf(filerId, vin, period)),
    ...originals.flatMap(({ filerId, firstUseMonth, vins }) =>
      vins.map((vin) => placeOf(filerId, vin, periodOf(firstUseMonth))),
    ),
  ];
  const taken = new Set(places);
  const current = periodOf(today.slice(0, 7));
  const missing: Deadline[] = [current, current + 1].flatMap((period) =>
    asked.vehicles
      .filter(({ filerId, vin }) => !taken.has(placeOf(filerId, vin, period)))
      .map(({ filerId, vin, addedOn }) => {
        const added = addedOn.slice(0, 7);
        const firstUseMonth = periodOf(added) === period ? added : `${period}-07`;
        const { dueDate } = dueDateOf(firstUseMonth);
        return { filerId, vin, firstUseMonth, dueDate, status: "not_started", filingId: null };
      }),
  );
  const amended: Deadline[] = asked.exceeded.map(({ month, ...of }) => {
    return { ...of, dueDate: dueDateOf(month).dueDate, status: "amendment_due" };
  });
  const last = addDays(today, within);
  return [...begun, ...missing, ...amended]
    .filter(({ dueDate }) => dueDate <= last)
    .sort((a, b) => compare(a.dueDate, b.dueDate) || compare(a.vin, b.vin) || compare(a.status, b.status));
}

function placeOf(filerId: string, vin: string, period: number): string {
  return `${filerId} ${vin} ${period}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
