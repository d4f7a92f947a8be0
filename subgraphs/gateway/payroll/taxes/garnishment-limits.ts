import { multiplyHalfUp } from "../../../../src/money.ts";
import { periodsPerYear, type PayFrequency } from "./pay-frequency.ts";

export const garnishmentKinds = ["child_support", "creditor", "tax_levy"] as const;
export type GarnishmentKind = (typeof garnishmentKinds)[number];

/** A garnishment order: an amount per period, or a percentage of disposable earnings. */
export interface GarnishmentOrder {
  id: string;
  kind: GarnishmentKind;
  amountCents: number | null;
  /** In 1e-4 percent. */
  percent: number | null;
  /** Lower numbers are withheld first. */
  priority: number;
  /** Remaining debt; null for an order without a total. */
  remainingCents: number | null;
}

export interface WithheldGarnishment {
  id: string;
  kind: GarnishmentKind;
  amountCents: number;
}

/** 30 hours of the federal minimum wage of 7.25 (15 U.S.C. 1673). */
const protectedWeekCents = 21_750;

/**
 * Maximum that ordinary creditors may take of one payment: the lesser of 25 % of disposable earnings and the part above
 * 217.50 per week, with 52/12 and 52/24 weeks to longer periods (15 U.S.C. 1673(a), 29 CFR 870.10).
 */
export function ordinaryLimitCents(disposableCents: number, frequency: PayFrequency): number {
  if (disposableCents <= 0) return 0;
  const quarter = Math.floor(disposableCents / 4);
  // A day is a fifth of a week.
  const [weeks, per] = frequency === "daily" ? [1, 5] : [52, periodsPerYear[frequency]];
  const protectedCents = multiplyHalfUp(protectedWeekCents, weeks, per);
  return Math.max(0, Math.min(quarter, disposableCents - protectedCents));
}

/**
 * Amount withheld for each order from one payment. Support may take half of disposable earnings (15 U.S.C. 1673(b), the
 * strictest of its limits). Creditors may take the rest of their own limit. Neither limit applies to a levy. No order
 * takes more than `available`, so net pay is never negative.
 */
export function withholdGarnishments(
  orders: readonly GarnishmentOrder[],
  {
    disposableCents,
    availableCents,
    frequency,
  }: { disposableCents: number; availableCents: number; frequency: PayFrequency },
): WithheldGarnishment[] {
  const limits = {
    child_support: Math.max(0, Math.floor(disposableCents / 2)),
    creditor: ordinaryLimitCents(disposableCents, frequency),
    tax_levy: Infinity,
  };
  let left = Math.max(0, availableCents);
  const inOrder = orders.toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  return inOrder.map(({ id, kind, amountCents, percent, remainingCents }) => {
    const asked = amountCents ?? multiplyHalfUp(Math.max(0, disposableCents), percent ?? 0, 1_000_000);
    const amount = Math.max(0, Math.min(asked, remainingCents ?? asked, limits[kind], left));
    left -= amount;
    if (kind === "child_support") limits.child_support -= amount;
    if (kind !== "tax_levy") limits.creditor = Math.max(0, limits.creditor - amount);
    return { id, kind, amountCents: amount };
  });
}
