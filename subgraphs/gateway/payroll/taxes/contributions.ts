import { multiplyHalfUp, toMinor } from "../../../../src/money.ts";
import type { ContributionTable, TaxTables, WageBase } from "../tax-tables/tax-tables.schema.ts";
import type { PayFrequency } from "./pay-frequency.ts";
import { partBelow } from "./social-taxes.ts";

/** What an employee pays into a state's insurance from one payment, in cents. */
export interface Contribution {
  key: string;
  label: string;
  kind: ContributionTable["kind"];
  state: string;
  /** The part of the wages below the annual base. */
  wagesCents: number;
  amountCents: number;
}

/** Wages of one payment by what is taken off before a state charges them. */
export type WagesByBase = Readonly<Record<WageBase, number>>;

export interface ContributionFacts {
  state: string;
  payDate: string;
  frequency: PayFrequency;
  wages: WagesByBase;
  /** Keys of contributions that the employer lets employees bear, where that is its choice. */
  passedOn: readonly string[];
  /** Employees of the account, where the rate follows from their number. */
  employeeCount: number;
  /** Wages of the year already charged, by key. */
  chargedCents: ReadonlyMap<string, number>;
}

/** Rates have at most 8 decimals. */
const wholeRate = 100_000_000;

/**
 * Disability, family leave, unemployment and similar contributions of the employee in the state of work, each rounded half
 * up to cents. `notIncluded` names those that are not taken, and why.
 */
export function contributionsOf(
  tables: TaxTables,
  facts: ContributionFacts,
): { contributions: Contribution[]; notIncluded: string[] } {
  const { state, payDate, passedOn } = facts;
  const known = Object.hasOwn(tables.contributions, state) ? tables.contributions[state]! : [];
  const contributions: Contribution[] = [];
  const notIncluded: string[] = [];
  for (const table of known) {
    if (table.effectiveFrom > payDate) notIncluded.push(`${table.label}: no rate on this pay date`);
    else if (table.notComputed) notIncluded.push(table.label);
    else if (table.elective && !passedOn.includes(table.key))
      notIncluded.push(`${table.label}: not passed on to employees`);
    else {
      const one = contributionOf(table, facts);
      if (one === null) notIncluded.push(`${table.label}: no amount for this pay frequency`);
      else if (one.amountCents > 0 || one.wagesCents > 0) contributions.push(one);
    }
  }
  return { contributions, notIncluded };
}

/** Null where a weekly maximum does not fit the pay period. */
function contributionOf(
  table: ContributionTable,
  { state, frequency, wages, employeeCount, chargedCents }: ContributionFacts,
): Contribution | null {
  const { key, label, kind } = table;
  const rate = table.rate ?? table.tiers?.findLast(([least]) => employeeCount >= least)?.[1] ?? 0;
  const subject = Math.max(0, wages[table.base]);
  const wagesCents =
    rate === 0
      ? 0
      : table.wageBase === undefined
        ? subject
        : partBelow(subject, chargedCents.get(key) ?? 0, toMinor(table.wageBase, 2));
  const amount = multiplyHalfUp(wagesCents, Math.round(rate * wholeRate), wholeRate);
  const weeks = { weekly: 1, biweekly: 2 }[frequency as string];
  if (table.weeklyMax !== undefined && weeks === undefined) return null;
  const most = table.weeklyMax === undefined ? amount : toMinor(table.weeklyMax, 2) * weeks!;
  return { key, label, kind, state, wagesCents, amountCents: Math.min(amount, most) };
}
