import type { PayslipAmounts } from "../payroll-tables.ts";

/** A journal line, in cents. Either debit or credit is zero. */
export interface JournalEntry {
  account: string;
  name: string;
  debitCents: number;
  creditCents: number;
}

/**
 * Double-entry journal of a payroll: costs are debits; amounts owed to agencies, funds and creditors, and net pay, are
 * credits. It balances because gross plus reimbursements equal net, taxes and deductions on each payslip. Negative sums,
 * as from reversals, are posted on the other side.
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
    ["6030", "Contributions of the employer to deductions", sums.employerMatchCents],
    ["2100", "Federal income tax payable", -sums.federalIncomeCents],
    ["2110", "Social Security payable", -socialSecurity],
    ["2120", "Medicare payable", -medicare],
    ["2130", "State income tax payable", -sums.stateCents],
    ["2135", "County income tax payable", -sums.localCents],
    ["2155", "State contributions of employees payable", -sums.contributionsCents],
    ["2140", "Federal unemployment tax payable", -sums.futaCents],
    ["2150", "State unemployment tax payable", -sums.sutaCents],
    ["2160", "Deductions payable", -sums.deductionsCents - sums.employerMatchCents],
    ["2170", "Garnishments payable", -sums.garnishmentsCents],
    ["1000", "Cash: net pay", -sums.netCents],
  ];
  return lines
    .filter(([, , cents]) => cents !== 0)
    .map(([account, name, cents]) => {
      return { account, name, debitCents: Math.max(cents, 0), creditCents: Math.max(-cents, 0) };
    });
}
