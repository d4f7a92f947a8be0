import type { CallContext } from "../../../src/context.ts";

/** Payslips to export: of a run, or by pay date. */
export interface PayslipSpan {
  runId: string | null;
  from: string | null;
  to: string | null;
}

/** Where payslips of the payroll app come from. */
export interface PayrollSource {
  /** A payroll in the form of the input `payrollData`, as far as the caller may read it in the app. */
  readPayroll(call: CallContext, span: PayslipSpan): Promise<Record<string, unknown>>;
}
