import { shippedTables } from "../tax-tables/shipped-tables.ts";
import { defaultStateCertificate } from "./state-certificate.ts";
import { stateTableOn, withholdStateTax } from "./state-withholding.ts";
import type { FilingStatus } from "./withholding-tables.ts";

/** A resident's income of a whole year, in cents. */
export interface AnnualIncome {
  year: number;
  state: string;
  filingStatus: "single" | "married_joint" | "married_separate" | "head";
  incomeCents: number;
  federalTaxCents: number;
  allowances: number;
}

/** A joint return has the income of both, so it is that of one earner; a separate one is taxed like a single one. */
const statusOf: Readonly<Record<AnnualIncome["filingStatus"], FilingStatus>> = {
  single: "single",
  married_joint: "married",
  married_separate: "single",
  head: "head",
};

/**
 * Income tax of a state on a year's income as one annual payment of wages at the end of the year, by the withholding guide
 * of the state in the release's tables. Null where the year or the state has no table.
 */
export function annualStateTax(income: AnnualIncome) {
  const tables = shippedTables(income.year);
  const payDate = `${income.year}-12-31`;
  const table = tables && stateTableOn(tables, income.state, payDate);
  if (!table) return null;
  const { taxCents, localCents, notIncluded } = withholdStateTax(table, income.state, {
    payment: {
      wageCents: Math.max(0, income.incomeCents),
      frequency: "annual",
      payDate,
      federalTaxCents: income.federalTaxCents,
      isNonresident: false,
    },
    certificate: {
      ...defaultStateCertificate,
      filingStatus: statusOf[income.filingStatus],
      allowances: income.allowances,
    },
  });
  return { taxCents: taxCents + localCents, source: table.publication, notIncluded };
}
