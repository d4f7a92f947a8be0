import fc from "fast-check";
import {
  writePayroll,
  type ExportRequest,
  type ExportResult,
} from "../../../subgraphs/hub/exports/payroll-export.ts";
import type { ExportFormat } from "../../../subgraphs/hub/exports/export-file.ts";

export const formats: readonly ExportFormat[] = ["csv", "json", "xml", "excel"];

/** One employee whose net pay fits. */
export const anEmployee = {
  employeeId: "E-1",
  firstName: "Ann",
  lastName: "Example",
  email: "ann@example.com",
  department: "Sales",
  payType: "salary",
  regularHours: 160,
  overtimeHours: 2.5,
  rate: 25.125,
  grossPay: 4000.1,
  taxes: [
    { code: "FIT", amount: 800.05 },
    { code: "SS", amount: 0.1 },
  ],
  deductions: [{ code: "401K", amount: 100.2, preTax: true }],
  reimbursements: 0.05,
  netPay: 3099.8,
};

export const aPayroll = {
  company: { name: "Acme & Sons", ein: "12-3456789" },
  payPeriod: { startDate: "2026-01-01", endDate: "2026-01-31", payDate: "2026-02-05" },
  currency: "USD",
  employees: [anEmployee],
};

/** Writes a payroll; by default as CSV, for a user who is no administrator. */
export function write(request: Partial<ExportRequest> = {}): Promise<ExportResult> {
  return writePayroll({ format: "csv", payrollData: aPayroll, options: {}, mayReveal: false, ...request });
}

/** The details of the refusal of a payroll. */
export async function refusalOf(request: Partial<ExportRequest>): Promise<{
  code: string;
  details: { fields: { path: string; rule: string }[]; rows: Record<string, unknown>[]; faultCount: number };
}> {
  return write(request).then(
    () => {
      throw new Error("It was written.");
    },
    (error: { code: string; details: never }) => error,
  );
}

const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
const word = fc.string({ unit: "binary", maxLength: 12 });
const lines = fc.array(
  fc.record({ code: fc.constantFrom("FIT", "SS", "401K", "=1+1"), amountCents: cents }),
  {
    maxLength: 4,
  },
);

/** Employees of any amounts, in cents, and any names. Their net pay fits. */
export const someEmployees = fc.array(
  fc
    .record({ first: word, last: word, grossCents: cents, taxes: lines, deductions: lines, backCents: cents })
    .map(({ first, last, grossCents, taxes, deductions, backCents }) => {
      const sum = (list: { amountCents: number }[]) =>
        list.reduce((total, { amountCents }) => total + amountCents, 0);
      const [taxCents, deductionCents] = [sum(taxes), sum(deductions)];
      const netCents = grossCents - taxCents - deductionCents + backCents;
      const toLine = ({ code, amountCents }: { code: string; amountCents: number }) => ({
        code,
        amount: amountCents / 100,
      });
      return {
        inCents: {
          grossPay: grossCents,
          taxes: taxCents,
          deductions: deductionCents,
          reimbursements: backCents,
          netPay: netCents,
        },
        employee: {
          ...anEmployee,
          firstName: `a${first}`,
          lastName: `b${last}`,
          grossPay: grossCents / 100,
          taxes: taxes.map(toLine),
          deductions: deductions.map(toLine),
          reimbursements: backCents / 100,
          netPay: netCents / 100,
        },
      };
    }),
  { minLength: 1, maxLength: 8 },
);
