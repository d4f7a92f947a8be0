import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Net pay of a single person with one allowance, computed apart from the product: exact fixed-point arithmetic with 12
 * decimals on the raw figures, and the rules of each state written out. It knows first payments of a year alone.
 */

type Json = any; // oxlint-disable-line typescript/no-explicit-any
const file = join(import.meta.dirname, "../../../subgraphs/gateway/payroll/tax-tables/us-2026.json");
const raw: Json = JSON.parse(readFileSync(file, "utf8"));
export const oracleStates: string[] = Object.keys(raw.states);

const one = 10n ** 12n;
/** Dollars as fixed-point numbers. */
const d = (dollars: number) => BigInt(Math.round(dollars * 1e6)) * 10n ** 6n;
const times = (amount: bigint, rate: number) => (amount * BigInt(Math.round(rate * 1e8))) / 10n ** 8n;
const low = (a: bigint, b: bigint) => (a < b ? a : b);
const positive = (a: bigint) => (a > 0n ? a : 0n);
const cents = (a: bigint) => Number((a * 200n + one) / (2n * one));
const ceilSteps = (over: bigint, step: number) => Number(over <= 0n ? 0n : (over + d(step) - 1n) / d(step));
const single = (value: Json) => value?.single ?? value;

function schedule(rows: number[][], taxable: bigint): bigint {
  let [floor, base, rate] = rows[0]!;
  for (const row of rows) if (taxable >= d(row[0]!)) [floor, base, rate] = row;
  return taxable < d(floor!) ? 0n : positive(d(base!) + times(taxable - d(floor!), rate!));
}

interface Pay {
  w: bigint;
  fed: bigint;
  per: bigint;
  frequency: string;
  t: Json;
}
type Rule = (pay: Pay) => bigint;

const usual =
  (less: Rule = () => 0n): Rule =>
  (pay) => {
    const taken = d(single(pay.t.standardDeduction) ?? 0) + d(pay.t.exemption ?? 0) + less(pay);
    return positive(schedule(single(pay.t.brackets), positive(pay.w - taken)) - d(pay.t.credit ?? 0));
  };
const phasedOut: Rule = ({ w, t }) => {
  const [start, end] = single(t.deductionPhaseOut);
  const lost = low(positive(w - d(start)), d(end - start));
  return -(d(single(t.standardDeduction)) * lost) / d(end - start);
};

const rules: Record<string, Rule> = {
  AL: ({ w, fed, t }) => {
    const deduction = d(3000 - Math.min(500, 25 * ceilSteps(w - d(25999), 500)));
    const dependent = w > d(100000) ? 300 : w > d(50000) ? 500 : 1000;
    return schedule(t.brackets.single, positive(w - deduction - d(1500 + dependent) - fed));
  },
  AZ: ({ w }) => times(w, 0.02),
  CA: (pay) => (pay.w <= d(18896) ? 0n : usual()(pay)),
  // Code F is not the default, so nothing is on file: 6.99 percent.
  CT: ({ w }) => times(w, 0.0699),
  IA: ({ w, t, frequency, per }) =>
    positive(times(positive(w - d(t.periodDeduction[frequency].single) * per), 0.038) - d(40)),
  IN: ({ w, per }) => times(positive(w - (BigInt(cents(d(1000) / per)) * one * per) / 100n), 0.0295),
  KS: ({ w, t }) => schedule(t.brackets.single, positive(w - d(9160))),
  MA: ({ w, t }) =>
    w <= d(8000) ? 0n : schedule(t.brackets, positive(w - low(times(w, 0.0765), d(2000)) - d(4400))),
  MD: (pay) => {
    const base = positive(pay.w - d(3400) - d(3200));
    return schedule(pay.t.brackets.single, base) + times(base, 0.033);
  },
  ME: usual(phasedOut),
  NJ: ({ w, t, frequency, per }) => {
    const rows = t.codes[0].periodBrackets[frequency];
    return schedule(rows, positive(w / per - d(t.periodExemption[frequency]))) * per;
  },
  OR: ({ w, fed, t }) => {
    const limit = t.deductsFederalTax.max.single.findLast(([from]: number[]) => w >= d(from!))[1];
    const base = positive(w - low(fed, d(limit)) - d(2910));
    const rows = w >= d(50000) ? t.bracketsFrom.brackets.single : t.brackets.single;
    return positive(schedule(rows, base) - (w > d(100000) ? 0n : d(263)));
  },
  SC: usual(({ w }) => low(times(w, 0.1), d(7500))),
  UT: ({ w, t }) => {
    const { amount, from, rate } = t.taperingCredit.single;
    return positive(times(w, t.brackets[0][2]) - positive(d(amount) - times(positive(w - d(from)), rate)));
  },
  WI: usual(phasedOut),
};

/** Amounts of one payment in cents, by the rules as the publications state them. */
export function oracle(
  state: string,
  {
    grossCents,
    frequency,
    periods,
    payDate,
  }: {
    grossCents: number;
    frequency: string;
    periods: number;
    payDate: string;
  },
) {
  const gross = d(grossCents / 100);
  const per = BigInt(periods);
  const w = gross * per;
  const rates = [0.1, 0.12, 0.22, 0.24, 0.32, 0.35, 0.37];
  const columns = raw.federal.withholding.standard.single.map((row: number[], i: number) => [
    ...row,
    rates[i]!,
  ]);
  const federal = cents(schedule(columns, positive(w - d(8600))) / per);
  const t = raw.states[state].findLast((entry: Json) => entry.effectiveFrom <= payDate);
  const pay = { w, fed: d(federal / 100) * per, per, frequency, t };
  const stateTax = t.kind === "none" ? 0 : cents((rules[state] ?? usual())(pay) / per);
  const contributions = (raw.contributions[state] ?? [])
    .filter((c: Json) => !c.elective && !c.notComputed)
    .map((c: Json) => cents(times(c.wageBase ? low(gross, d(c.wageBase)) : gross, c.rate)));
  const contributed = contributions.reduce((sum: number, amount: number) => sum + amount, 0);
  const socialSecurity = cents(times(low(gross, d(184500)), 0.062));
  const medicare = cents(times(gross, 0.0145));
  const net = grossCents - federal - stateTax - contributed - socialSecurity - medicare;
  return { federal, state: stateTax, contributed, socialSecurity, medicare, net };
}
