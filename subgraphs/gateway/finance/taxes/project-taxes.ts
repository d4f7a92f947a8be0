import { validationError } from "../../../../src/errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { supportedTaxYears, taxYearOf, type TaxYear } from "./federal-tax-tables.ts";
import { householdTax, requestedInputs } from "./household-tax.ts";
import type { ProjectTaxesArgs, TaxProjection } from "./tax-projection.types.ts";

/** Projects the taxes of a year. Throws VALIDATION_ERROR for a year whose tables are not here. */
export function projectTaxes(ctx: FinanceContext, args: ProjectTaxesArgs): TaxProjection {
  const { year, filingStatus } = args;
  const { federal, ...rest } = householdTax(
    requireTaxYear(year),
    requestedInputs(args),
    ctx.ports.stateIncomeTax,
  );
  return { year, filingStatus, ...federal, ...rest };
}

/** The tables of a year. Throws VALIDATION_ERROR where they are not here. */
export function requireTaxYear(year: number): TaxYear {
  const tables = taxYearOf(year);
  if (tables !== null) return tables;
  const message = `must be one of ${supportedTaxYears.join(", ")}`;
  throw validationError([{ path: "year", message, rule: "year" }]);
}
