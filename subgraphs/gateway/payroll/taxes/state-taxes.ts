import type { TaxTables } from "../tax-tables/tax-tables.schema.ts";
import { contributionsOf, type Contribution, type WagesByBase } from "./contributions.ts";
import type { PayFrequency } from "./pay-frequency.ts";
import type { StateCertificate } from "./state-certificate.ts";
import { stateTableOn, withholdStateTax } from "./state-withholding.ts";

/** Where an employee works and lives, and what the taxes of states follow from. */
export interface Workplace {
  state: string;
  /** Null where it is the state of work. */
  residenceState: string | null;
  certificateOf(state: string): StateCertificate;
  passedOn: readonly string[];
  employeeCount: number;
  /** Wages of the year charged with contributions so far, by key. */
  chargedCents: ReadonlyMap<string, number>;
}

/** Taxes and contributions of states on one payment, in cents. */
export interface StateTaxes {
  /** State whose income tax is withheld. */
  taxState: string;
  /** Wages on its base; 0 where it has no income tax. */
  wagesCents: number;
  incomeCents: number;
  localCents: number;
  /** County of the local tax; null without one. */
  locality: string | null;
  /** Extra withholding of the certificate. */
  extraCents: number;
  contributions: Contribution[];
  reason: string;
  notIncluded: string[];
}

/**
 * The state whose income tax is withheld: that of work, or that of residence where the two have an agreement. Without one
 * the state of work taxes a nonresident.
 */
export function taxStateOf(
  tables: TaxTables,
  { state, residenceState }: Pick<Workplace, "state" | "residenceState">,
) {
  if (residenceState === null || residenceState === state) return { taxState: state, isNonresident: false };
  const agreement = tables.reciprocity.find(({ workState }) => workState === state);
  const isAgreed = agreement?.residenceStates.some((one) => one === "*" || one === residenceState) ?? false;
  return isAgreed
    ? { taxState: residenceState, isNonresident: false }
    : { taxState: state, isNonresident: true };
}

/** Null where the state whose tax is withheld has no table on the pay date. */
export function stateTaxes(
  tables: TaxTables,
  work: Workplace,
  payment: { payDate: string; frequency: PayFrequency; wages: WagesByBase; federalTaxCents: number },
): StateTaxes | null {
  const { payDate, frequency, wages, federalTaxCents } = payment;
  const { taxState, isNonresident } = taxStateOf(tables, work);
  const table = stateTableOn(tables, taxState, payDate);
  if (!table) return null;
  const certificate = work.certificateOf(taxState);
  const wagesCents = table.kind === "none" ? 0 : Math.max(0, wages[table.base]);
  const tax = withholdStateTax(table, taxState, {
    payment: { wageCents: wagesCents, frequency, payDate, federalTaxCents, isNonresident },
    certificate,
  });
  const { contributions, notIncluded } = contributionsOf(tables, { ...work, payDate, frequency, wages });
  const residence = isNonresident ? stateTableOn(tables, work.residenceState!, payDate) : null;
  const ofResidence =
    isNonresident && residence?.kind !== "none"
      ? [`Income tax of ${work.residenceState}, the state of residence`]
      : [];
  // Cities of the state of work tax those whom the state does not.
  const ofWork =
    taxState === work.state ? [] : (stateTableOn(tables, work.state, payDate)?.notIncluded ?? []);
  return {
    taxState,
    wagesCents,
    incomeCents: tax.taxCents,
    localCents: tax.localCents,
    locality: tax.locality,
    extraCents: table.kind === "none" ? 0 : certificate.extraCents,
    contributions,
    reason: tax.reason,
    notIncluded: [...tax.notIncluded, ...ofWork, ...ofResidence, ...notIncluded],
  };
}
