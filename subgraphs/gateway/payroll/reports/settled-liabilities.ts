import type { Liability } from "./liabilities.ts";

/** A recorded deposit, in cents. */
export interface Deposit {
  id: string;
  agency: string;
  form: string;
  period: string;
  amountCents: number;
  depositedOn: string;
  reference: string;
  createdAt: string;
}

/** Part of a deposit applied to a liability, in cents. */
export interface DepositPart {
  depositId: string;
  date: string;
  reference: string;
  amountCents: number;
}

/** A liability with what was deposited for it, in cents. */
export interface SettledLiability extends Omit<Liability, "status"> {
  status: "accrued" | "due" | "deposited";
  depositedCents: number;
  openCents: number;
  /** Day of the last deposit; null until fully deposited. */
  depositedOn: string | null;
  /** The due date has passed and an amount is open. */
  isOverdue: boolean;
  /** Overdue, or deposited after the due date. */
  isLate: boolean;
  deposits: DepositPart[];
}

/** Liabilities with their deposits, and excess deposits by agency, form and period. */
export interface Settlement {
  liabilities: SettledLiability[];
  /** Deposits beyond the tax owed, caused by later reversals. In cents. */
  credits: { agency: string; form: string; period: string; amountCents: number }[];
}

/**
 * Applies the deposits of each return to its liabilities: earliest due date first, oldest deposit first.
 * Invariant: applied parts plus credits equal the deposits.
 */
export function settleLiabilities(
  liabilities: readonly Liability[],
  deposits: readonly Deposit[],
  today: string,
): Settlement {
  const left = Map.groupBy(deposits.toSorted(byDay), returnOf);
  const pools = new Map(
    [...left].map(([name, all]) => [name, all.map((one) => ({ one, cents: one.amountCents }))]),
  );
  const inOrder = liabilities.toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  const settled = new Map(
    inOrder.map((one) => {
      const parts: DepositPart[] = [];
      let openCents = one.amountCents;
      for (const part of pools.get(returnOf(one)) ?? []) {
        const amountCents = Math.max(Math.min(part.cents, openCents), 0);
        if (amountCents === 0) continue;
        part.cents -= amountCents;
        openCents -= amountCents;
        const { id: depositId, depositedOn: date, reference } = part.one;
        parts.push({ depositId, date, reference, amountCents });
      }
      return [one, withDeposits(one, parts, today)];
    }),
  );
  const credits = [...pools.values()].flatMap((pool) => {
    const { agency, form, period } = pool[0]!.one;
    const amountCents = pool.reduce((sum, { cents }) => sum + cents, 0);
    return amountCents > 0 ? [{ agency, form, period, amountCents }] : [];
  });
  return { liabilities: liabilities.map((one) => settled.get(one)!), credits };
}

function withDeposits(one: Liability, deposits: DepositPart[], today: string): SettledLiability {
  const depositedCents = deposits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const openCents = one.amountCents - depositedCents;
  const isDeposited = openCents <= 0 && deposits.length > 0;
  const isOverdue = openCents > 0 && one.dueDate !== null && one.dueDate < today;
  const wasLate = deposits.some(({ date }) => one.dueDate !== null && date > one.dueDate);
  return {
    ...one,
    status: isDeposited ? "deposited" : one.status,
    depositedCents,
    openCents,
    depositedOn: isDeposited ? deposits.at(-1)!.date : null,
    isOverdue,
    isLate: isOverdue || wasLate,
    deposits,
  };
}

const returnOf = ({ agency, form, period }: { agency: string; form: string; period: string }) =>
  `${agency} ${form} ${period}`;

/** Sort date of a liability: its due date, or the end of its period when the state sets the date. */
const dayOf = ({ dueDate, periodEnd }: Liability) => dueDate ?? periodEnd;

function byDay(a: Deposit, b: Deposit): number {
  const [first, second] = [a, b].map(({ depositedOn, createdAt, id }) => `${depositedOn} ${createdAt} ${id}`);
  return first! < second! ? -1 : 1;
}
