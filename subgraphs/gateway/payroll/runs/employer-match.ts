import type { WantedDeduction } from "../taxes/gross-to-net.ts";
import { percentOf } from "../taxes/income-tax-withholding.ts";

/** The employer's contribution beside each deduction, of what was really deducted, in cents. */
export function matchDeductions<Taken extends WantedDeduction>(
  taken: readonly Taken[],
  terms: readonly { code: string; matchPercent: number | null }[],
): (Taken & { employerMatchCents: number })[] {
  const rateOf = new Map(terms.map(({ code, matchPercent }) => [code, matchPercent]));
  return taken.map((one) => {
    return { ...one, employerMatchCents: percentOf(one.amountCents, rateOf.get(one.code) ?? 0) };
  });
}
