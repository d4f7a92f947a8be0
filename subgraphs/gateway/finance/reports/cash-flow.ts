import { addDays } from "../../../../src/time/local-date.ts";
import { endOfMonth } from "../accounts/dated-balances.ts";
import type { CategoryKind } from "../finance-tables.ts";

export const groupings = ["month", "week"] as const;
export type Grouping = (typeof groupings)[number];

/** What counts to a category on a day, in minor units of the report's currency; came in positive. No transfers. */
export interface FlowPart {
  date: string;
  categoryId: string | null;
  /** Of the category; null without one. */
  kind: CategoryKind | null;
  amount: number;
}

export interface CategoryFlow {
  categoryId: string | null;
  kind: CategoryKind;
  /** Income as it came in, spending as it went out: refunds lower it. */
  amount: number;
}

export interface Flow {
  inflow: number;
  outflow: number;
  net: number;
}

export interface PeriodFlow extends Flow {
  from: string;
  to: string;
}

/** Kind of a part: that of its category, or by its sign when it has none. */
function kindOf({ kind, amount }: Pick<FlowPart, "kind" | "amount">): CategoryKind {
  return kind ?? (amount > 0 ? "income" : "expense");
}

/** What came in and went out. A refund lowers what went out, and income that was paid back what came in. */
export function flowOf(parts: readonly FlowPart[]): Flow {
  const sumOf = (wanted: CategoryKind) =>
    parts.reduce((sum, part) => (kindOf(part) === wanted ? sum + part.amount : sum), 0);
  const [inflow, spent] = [sumOf("income"), sumOf("expense")];
  const outflow = spent === 0 ? 0 : -spent;
  return { inflow, outflow, net: inflow - outflow };
}

/** The flow of each category, largest first; uncategorized flow is separated by direction. */
export function flowByCategory(parts: readonly FlowPart[]): CategoryFlow[] {
  const groups = Map.groupBy(parts, (part) => `${part.categoryId ?? ""} ${kindOf(part)}`);
  const flows = [...groups.values()].map((group) => {
    const sum = group.reduce((total, { amount }) => total + amount, 0);
    const kind = kindOf(group[0]!);
    return { categoryId: group[0]!.categoryId, kind, amount: kind === "income" || sum === 0 ? sum : -sum };
  });
  return flows.sort((a, b) => b.amount - a.amount || ((a.categoryId ?? "") < (b.categoryId ?? "") ? -1 : 1));
}

/** The flow of each month or, from the first day on, of each week. */
export function flowByPeriod(
  parts: readonly FlowPart[],
  { from, to, groupBy }: { from: string; to: string; groupBy: Grouping },
): PeriodFlow[] {
  const periods: PeriodFlow[] = [];
  // One pass over many parts: reading them again for each period took half of a long report.
  const inOrder = parts
    .filter(({ date }) => date >= from && date <= to)
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
  let first = 0;
  for (let start = from; start <= to;) {
    const whole = groupBy === "month" ? endOfMonth(start) : addDays(start, 6);
    const end = whole < to ? whole : to;
    let next = first;
    while (next < inOrder.length && inOrder[next]!.date <= end) next++;
    periods.push({ from: start, to: end, ...flowOf(inOrder.slice(first, next)) });
    first = next;
    start = addDays(end, 1);
  }
  return periods;
}

/** A share in percent with 2 decimals, rounded half up; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  if (whole <= 0) return null;
  const scaled = BigInt(Math.abs(part)) * 20_000n + BigInt(whole);
  const percent = Number(scaled / (2n * BigInt(whole))) / 100;
  return part < 0 ? -percent : percent;
}
