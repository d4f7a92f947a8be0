import { validationError } from "../../../../src/errors.ts";
import { supportedTaxYears, taxYearOf, type TaxYear } from "./federal-tax-tables.ts";
import type { ProjectTaxesArgs, TaxProjection } from "./tax-projection.types.ts";
import { notIncluded, projectFederalTax } from "./tax-projection.ts";

/** Projects the federal tax of a year. Throws VALIDATION_ERROR for a year whose tables are not here. */
export function projectTaxes(args: ProjectTaxesArgs): TaxProjection {
  const { year, filingStatus, income } = args;
  const tables = requireTaxYear(year);
  const projection = projectFederalTax(tables, {
    filingStatus,
    wagesCents: income.wages,
    selfEmploymentCents: income.selfEmployment ?? 0,
    interestCents: income.interest ?? 0,
    qualifiedDividendsCents: income.qualifiedDividends ?? 0,
    longTermGainsCents: income.longTermGains ?? 0,
    deductionsCents: args.deductions ?? 0,
    withheldCents: args.withheld ?? 0,
    estimatedPaidCents: args.estimatedPaid ?? 0,
    dependents: args.dependents ?? 0,
  });
  return { year, filingStatus, ...projection, notIncluded };
}

/** The tables of a year. Throws VALIDATION_ERROR where they are not here. */
export function requireTaxYear(year: number): TaxYear {
  const tables = taxYearOf(year);
  if (tables !== null) return tables;
  const message = `must be one of ${supportedTaxYears.join(", ")}`;
  throw validationError([{ path: "year", message, rule: "year" }]);
}
