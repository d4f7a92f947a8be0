import type { PayslipAmounts } from "../payroll-tables.ts";

/** A line of a journal, in cents: one of the two is zero. */
export interface JournalEntry {
  account: string;
  name: string;
  debitCents: number;
  creditCents: number;
}

/**
 * The double entry of a payroll: cost in debit; what is owed to agencies, funds and creditors, and the pay itself, in
 * credit. Balanced, since of each payslip gross and reimbursements are net, taxes and deductions. A sum below zero, as of
 * reversals, stands on the other side.
 */
export function journalOf(sums: PayslipAmounts): JournalEntry[] {
  const employerTaxes =
    sums.employerSocialSecurityCents + sums.employerMedicareCents + sums.futaCents + sums.sutaCents;
  const socialSecurity = sums.socialSecurityCents + sums.employerSocialSecurityCents;
  const medicare = sums.medicareCents + sums.additionalMedicareCents + sums.employerMedicareCents;
  const lines: [account: string, name: string, debitCents: number][] = [
    ["6000", "Wages and salaries", sums.grossCents],
    ["6010", "Payroll taxes of the employer", employerTaxes],
    ["6020", "Reimbursed expenses", sums.reimbursementCents],
    ["2100", "Federal income tax payable", -sums.federalIncomeCents],
    ["2110", "Social Security payable", -socialSecurity],
    ["2120", "Medicare payable", -medicare],
    ["2130", "State income tax payable", -sums.stateCents],
    ["2140", "Federal unemployment tax payable", -sums.futaCents],
    ["2150", "State unemployment tax payable", -sums.sutaCents],
    ["2160", "Deductions payable", -sums.deductionsCents],
    ["2170", "Garnishments payable", -sums.garnishmentsCents],
    ["1000", "Cash: net pay", -sums.netCents],
  ];
  return lines
    .filter(([, , cents]) => cents !== 0)
    .map(([account, name, cents]) => {
      return { account, name, debitCents: Math.max(cents, 0), creditCents: Math.max(-cents, 0) };
    });
}
