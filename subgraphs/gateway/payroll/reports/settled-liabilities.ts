import type { Liability } from "./liabilities.ts";

/** A deposit as it was noted, in cents. */
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

/** What of a deposit went to a liability, in cents. */
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
  /** The day on which the last of it was deposited; null before that. */
  depositedOn: string | null;
  /** The due date has passed, and something is open. */
  isOverdue: boolean;
  /** Something is overdue, or was deposited after the due date. */
  isLate: boolean;
  deposits: DepositPart[];
}

/** What deposits settle, and what of them is more than is owed, by agency, form and period. */
export interface Settlement {
  liabilities: SettledLiability[];
  /** Deposited beyond what is owed, since payslips were reversed after it. In cents. */
  credits: { agency: string; form: string; period: string; amountCents: number }[];
}

/**
 * Spreads deposits of each return over its liabilities: those that are due first are settled first, by the
 * deposit that was made first. No cent is lost: what liabilities get and credits are sum to what was
 * deposited.
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

/** By when something is to be deposited; where a state decides that, by the end of its period. */
const dayOf = ({ dueDate, periodEnd }: Liability) => dueDate ?? periodEnd;

function byDay(a: Deposit, b: Deposit): number {
  const [first, second] = [a, b].map(({ depositedOn, createdAt, id }) => `${depositedOn} ${createdAt} ${id}`);
  return first! < second! ? -1 : 1;
}
