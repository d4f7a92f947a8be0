import { toMajor } from "../../../../src/money.ts";
import type { EmployeeRow, PayslipRow } from "../payroll-tables.ts";

interface Line {
  code: string;
  amount: number;
}

/** A payslip as a row of the payroll export. Taxes, deductions and net pay add up as the export checks them. */
export function exportedEmployee(payslip: PayslipRow, employee: EmployeeRow): Record<string, unknown> {
  const { firstName, lastName, email } = employee;
  return {
    employeeId: payslip.employeeId,
    firstName,
    lastName,
    email,
    department: payslip.department,
    payType: payslip.earnings.some(({ code }) => code === "hourly") ? "hourly" : "salary",
    ...hoursOf(payslip, ["hourly"], "regularHours"),
    ...hoursOf(payslip, ["overtime"], "overtimeHours"),
    grossPay: dollars(payslip.grossCents),
    taxes: taxLines(payslip),
    deductions: [
      ...payslip.deductions.map(({ code, amountCents, timing }) => ({
        ...line(code, amountCents),
        preTax: timing !== "posttax",
      })),
      ...payslip.garnishments.map(({ kind, amountCents }) => ({
        ...line(`garnishment_${kind}`, amountCents),
        preTax: false,
      })),
    ],
    reimbursements: dollars(payslip.reimbursementCents),
    netPay: dollars(payslip.netCents),
    payslipId: payslip.id,
    runId: payslip.runId,
    paidOn: payslip.payDate,
  };
}

/** What the employee bears, each under a code. Employer taxes are not part of net pay. */
function taxLines(payslip: PayslipRow): Line[] {
  const all = [
    line("federal_income", payslip.federalIncomeCents),
    line("social_security", payslip.socialSecurityCents),
    line("medicare", payslip.medicareCents),
    line("additional_medicare", payslip.additionalMedicareCents),
    line(`state_income_${payslip.taxState}`, payslip.stateCents),
    line(`local_income_${payslip.taxState}`, payslip.localCents),
    ...payslip.contributions.map(({ key, amountCents }) => line(key, amountCents)),
  ];
  return all.filter(({ amount }) => amount !== 0);
}

function hoursOf(
  { earnings }: PayslipRow,
  codes: readonly string[],
  name: "regularHours" | "overtimeHours",
): Record<string, number> {
  const paid = earnings.filter(
    ({ code, hoursHundredths }) => codes.includes(code) && hoursHundredths !== null,
  );
  if (paid.length === 0) return {};
  return { [name]: paid.reduce((sum, { hoursHundredths }) => sum + (hoursHundredths ?? 0), 0) / 100 };
}

function line(code: string, cents: number): Line {
  return { code, amount: dollars(cents) };
}

function dollars(cents: number): number {
  return toMajor(cents, 2);
}
