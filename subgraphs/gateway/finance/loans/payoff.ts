import { multiplyHalfUp } from "../../../../src/money.ts";
import { loanSchedule, monthlyWhole, type LoanTerms } from "./amortization.ts";

/** What paying more changes; amounts in minor units. */
export interface ExtraPaymentEffect {
  payoffDate: string;
  newPayoffDate: string;
  monthsSaved: number;
  interestSaved: number;
}

/**
 * What extra principal changes from a day on: each month, or once with the next payment. Payments up to the day were made
 * as scheduled. Null where the loan is paid off by then.
 */
export function extraPaymentEffect(
  terms: LoanTerms,
  today: string,
  { monthly, once }: { monthly: number; once: number },
): ExtraPaymentEffect | null {
  const { payment, rows } = loanSchedule(terms);
  const made = rows.filter(({ date }) => date <= today).length;
  const ahead = rows.slice(made);
  if (ahead.length === 0) return null;
  let balance = made === 0 ? terms.principal : rows[made - 1]!.balance;
  let [months, interest] = [0, 0];
  while (balance > 0) {
    const due = balance + multiplyHalfUp(balance, terms.annualRate, monthlyWhole);
    const isLast = months === ahead.length - 1;
    const paid = isLast ? due : Math.min(due, payment + monthly + (months === 0 ? once : 0));
    interest += due - balance;
    balance = due - paid;
    months += 1;
  }
  return {
    payoffDate: ahead.at(-1)!.date,
    newPayoffDate: ahead[months - 1]!.date,
    monthsSaved: ahead.length - months,
    interestSaved: ahead.reduce((sum, row) => sum + row.interest, 0) - interest,
  };
}

/** A debt with its monthly payment; amounts in minor units of one currency, the rate in 1e-4 percent a year. */
export interface Debt {
  id: string;
  balance: number;
  annualRate: number;
  payment: number;
}

/**
 * The monthly payment of a card that keeps being paid: 1 % of the balance and a month's interest, as issuers ask for it, at least
 * `least`. It stays that of today.
 */
export function cardPayment({
  balance,
  annualRate,
  least,
}: Pick<Debt, "balance" | "annualRate"> & { least: number }): number {
  const interest = multiplyHalfUp(balance, annualRate, monthlyWhole);
  return Math.min(balance + interest, Math.max(least, multiplyHalfUp(balance, 1, 100) + interest));
}

export const payoffStrategies = ["avalanche", "snowball"] as const;
export type PayoffStrategy = (typeof payoffStrategies)[number];

export interface PaidDebt {
  id: string;
  /** The month, starting at 1, in which the debt is paid off. */
  month: number;
  interest: number;
}

export interface PayoffPlan {
  months: number;
  totalInterest: number;
  /** In the order in which they are paid off. */
  debts: PaidDebt[];
}

/** The highest rate first (avalanche), or the smallest balance first (snowball); ties by the other, then by ID. */
const orders: Record<PayoffStrategy, (a: Debt, b: Debt) => number> = {
  avalanche: (a, b) => b.annualRate - a.annualRate || a.balance - b.balance || (a.id < b.id ? -1 : 1),
  snowball: (a, b) => a.balance - b.balance || b.annualRate - a.annualRate || (a.id < b.id ? -1 : 1),
};

/** No plan is longer than 100 years. */
const maxMonths = 1_200;

/**
 * Pays all debts with one monthly budget: each gets its payment, and what is left goes to the first debt of the strategy,
 * then to the next. Null where the budget does not pay them off within 100 years.
 */
export function payoffPlan(
  debts: readonly Debt[],
  budget: number,
  strategy: PayoffStrategy,
): PayoffPlan | null {
  const open = debts.toSorted(orders[strategy]).map((debt) => ({ ...debt, interest: 0 }));
  const paid: PaidDebt[] = [];
  for (let month = 1; open.length > 0; month++) {
    if (month > maxMonths) return null;
    let left = budget;
    for (const debt of open) {
      const interest = multiplyHalfUp(debt.balance, debt.annualRate, monthlyWhole);
      debt.interest += interest;
      debt.balance += interest;
    }
    const pay = (debt: Debt, most: number) => {
      const amount = Math.min(debt.balance, most, left);
      debt.balance -= amount;
      left -= amount;
    };
    for (const debt of open) pay(debt, debt.payment);
    for (const debt of open) pay(debt, left);
    for (const debt of open.filter(({ balance }) => balance === 0)) {
      paid.push({ id: debt.id, month, interest: debt.interest });
      open.splice(open.indexOf(debt), 1);
    }
  }
  const totalInterest = paid.reduce((sum, { interest }) => sum + interest, 0);
  return { months: paid.at(-1)?.month ?? 0, totalInterest, debts: paid };
}
