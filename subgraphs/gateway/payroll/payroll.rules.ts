import { withApproval, withRight } from "../../../src/access/account-rights.ts";
import { needsApproval } from "../../../src/access/needs-approval.ts";
import {
  and,
  commitsMoney,
  costs,
  isPublic,
  isUser,
  movesMoney,
  onApp,
  type RuleMap,
} from "../../../src/access/rules.ts";
import { inPayroll } from "./payroll-access.ts";

const reads = inPayroll("read:payroll");
const writes = inPayroll("write:payroll");
const approves = and(writes, withApproval("payroll"));

const runs = and(approves, movesMoney, needsApproval("payroll_runs"), costs("payroll.run"));

/** Full account numbers: for people who may approve, neither for keys nor for limited tokens. */
const writesAchFile = and(isUser, withRight("write"), onApp("payroll"), withApproval("payroll"), movesMoney);

/** What a contractor gets, in cents. */
function paymentOf(args: Record<string, unknown>) {
  const { amount, reimbursement } = args["input"] as { amount: number; reimbursement?: number | null };
  return { minor: amount + (reimbursement ?? 0), currency: "USD" };
}

/** A run is charged when its numbers are frozen, by either operation. */
export const payrollRules: RuleMap = {
  Query: {
    payrollSettings: reads,
    paySchedules: reads,
    payPeriods: reads,
    payrollEmployee: reads,
    payrollEmployees: reads,
    employeeW4: reads,
    w4History: reads,
    compensationHistory: reads,
    deductionTypes: reads,
    employeeDeductions: reads,
    garnishments: reads,
    employeeBankAccounts: reads,
    payrollPreview: reads,
    payrollRun: reads,
    payrollRuns: reads,
    payrollComparison: reads,
    employeeChanges: reads,
    payslip: reads,
    payslips: reads,
    payslipPdf: and(reads, costs("document.pdf")),
    // The link is the authorization.
    payslipPdfByLink: isPublic,
    ytdTotals: reads,
    calculateTaxes: reads,
    grossUpPay: reads,
    contractor: reads,
    contractors: reads,
    contractorPayments: reads,
  },
  Mutation: {
    updatePayrollSettings: writes,
    createPaySchedule: writes,
    updatePaySchedule: writes,
    archivePaySchedule: writes,
    skipPayPeriod: writes,
    createEmployee: writes,
    updateEmployee: writes,
    terminateEmployee: writes,
    rehireEmployee: writes,
    setCompensation: writes,
    submitW4: writes,
    setStateWithholding: writes,
    createDeductionType: writes,
    enrollInDeduction: writes,
    updateDeductionEnrollment: writes,
    endDeductionEnrollment: writes,
    addRecurringEarning: writes,
    removeRecurringEarning: writes,
    addGarnishment: writes,
    updateGarnishment: writes,
    endGarnishment: writes,
    sealPayrollNumber: writes,
    addEmployeeBankAccount: writes,
    removeEmployeeBankAccount: writes,
    setDepositSplit: writes,
    runPayroll: runs,
    createPayrollDraft: writes,
    updatePayrollItem: and(writes, commitsMoney),
    approvePayroll: runs,
    reopenPayrollRun: and(writes, commitsMoney),
    cancelPayrollRun: and(writes, commitsMoney),
    createPayrollAchFile: writesAchFile,
    createBankAccountCheckFile: writesAchFile,
    createContractorAchFile: writesAchFile,
    verifyEmployeeBankAccount: writes,
    emailPayslip: writes,
    reversePayslip: and(approves, commitsMoney),
    createContractor: writes,
    updateContractor: writes,
    payContractor: and(approves, movesMoney, needsApproval("payouts", paymentOf)),
    cancelContractorPayment: and(writes, commitsMoney),
  },
};
