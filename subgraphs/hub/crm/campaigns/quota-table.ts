import { planKeys, type PlanKey } from "../../../../src/access/principal.ts";
import { periodAt } from "../../../../src/limits/calendar.ts";

/** Quotas that reset with each calendar month. */
export const monthlyKinds = ["email", "sms", "callMinutes"] as const;
export type MonthlyKind = (typeof monthlyKinds)[number];

/** The limits of a plan: messages and minutes per month, and contacts at any time. */
export type QuotaKind = MonthlyKind | "contacts";

/** By plan from free to enterprise; -1 is without limit. */
const table: Readonly<Record<QuotaKind, readonly number[]>> = {
  email: [100, 2_000, 20_000, 100_000, -1],
  sms: [0, 100, 1_000, 5_000, -1],
  callMinutes: [0, 60, 600, 3_000, -1],
  contacts: [250, 2_500, 25_000, 100_000, -1],
};

/** The plan's limit of a kind; -1 is without limit. */
export function quotaLimit(plan: PlanKey, kind: QuotaKind): number {
  return table[kind][planKeys.indexOf(plan)]!;
}

/** The calendar month (UTC) of a moment: from `start` to just before `end`, and its first day as it is stored. */
export function quotaMonth(now: Date): { start: Date; end: Date; firstDay: string } {
  const { start, end } = periodAt("month", now.getTime());
  return { start: new Date(start), end: new Date(end), firstDay: new Date(start).toISOString().slice(0, 10) };
}

/** The remaining quota; -1 is without limit. After a downgrade it is 0, never negative. */
export function remainingOf(limit: number, used: number, reserved: number): number {
  return limit === -1 ? -1 : Math.max(0, limit - used - reserved);
}
