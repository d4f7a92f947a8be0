import type { FilingStatus } from "./withholding-tables.ts";

/** An employee's state tax certificate, as far as withholding needs it. */
export interface StateCertificate {
  filingStatus: FilingStatus;
  allowances: number;
  /** Extra withholding per period. */
  extraCents: number;
  /** Elected rate in 1e-4 percent, where the employee elects one. */
  electedRate: number | null;
  /** Letter of the state's own form. */
  exemptionCode: string | null;
  /** Code of the county in the state's table. */
  county: string | null;
  /** The spouse has earnings, or the employee a second job. */
  spouseHasIncome: boolean;
  /** Exemptions by the lines of a form that has several kinds. */
  exemptionCounts: Readonly<Record<string, number>> | null;
  /** Annual allowance, where the form has an amount instead of a number. */
  allowanceAmountCents: number | null;
}

/** Default without a certificate: single, no allowances. */
export const defaultStateCertificate: StateCertificate = {
  filingStatus: "single",
  allowances: 0,
  extraCents: 0,
  electedRate: null,
  exemptionCode: null,
  county: null,
  spouseHasIncome: false,
  exemptionCounts: null,
  allowanceAmountCents: null,
};
