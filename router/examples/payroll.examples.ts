import type { ExampleRows } from "./example.types.ts";

const employeeId = "emp_demo_1";
const quarter = { from: "2026-01-01", to: "2026-03-31" };

/** The team, its pay, time, taxes and reports. */
export const payrollExamples: ExampleRows = {
  UpdatePayrollSettings: { input: { legalName: "Pia's Workshop LLC", sutaRate: 2.9 } },
  CreatePaySchedule: {
    input: {
      name: "Monthly",
      frequency: "monthly",
      anchorDate: "2026-01-01",
      payDateOffsetDays: 3,
      holidayRule: "before",
    },
  },
  UpdatePaySchedule: {
    input: { scheduleId: "psc_demo_1", effectiveFrom: "2027-01-04", payDateOffsetDays: 4 },
  },
  AddRecurringEarning: { input: { employeeId, code: "car_allowance", amount: 120, from: "2026-06-01" } },
  RemoveRecurringEarning: { input: { earningId: "rec_demo_1", to: "2031-06-30" } },
  SetDepositSplit: { input: { employeeId: "emp_demo_2", splits: [{ bankAccountId: "bac_demo_1" }] } },
  ListEmployeeChanges: { input: { employeeId } },
  ReopenPayrollRun: { input: { runId: "run_demo_draft" } },
  ComparePayrollRuns: { input: { runId: "run_demo_draft", otherRunId: "run_demo_1" } },
  ClockIn: { input: { employeeId, at: "2026-02-20T09:00" } },
  ClockOut: { input: { employeeId: "emp_demo_3", at: "2026-02-18T17:30" } },
  RequestTimeOff: {
    input: { employeeId, policyId: "top_demo_1", from: "2026-08-10", to: "2026-08-11", hoursPerDay: 4 },
  },
  ApproveTimeOff: { input: { requestId: "tor_demo_1" } },
  DenyTimeOff: { input: { requestId: "tor_demo_1", reason: "Too few people that week" } },
  Generate1099Nec: { input: { year: 2026 } },
  ListPayPeriods: { input: { scheduleId: "psc_demo_1", year: 2026 } },
  RunPayroll: {
    input: { periodStart: "2026-02-02", periodEnd: "2026-02-15", type: "regular", scheduleId: "psc_demo_1" },
  },
  CreatePayrollDraft: {
    input: { periodStart: "2026-02-02", periodEnd: "2026-02-15", type: "regular", scheduleId: "psc_demo_1" },
  },
  PreviewPayroll: { input: { runId: "run_demo_draft" } },
  UpdatePayrollItem: { input: { runId: "run_demo_draft", employeeId, bonus: 250 } },
  ApprovePayroll: { input: { runId: "run_demo_draft" } },
  GetPayslip: { input: { payslipId: "pay_demo_1" } },
  RenderPayslipPdf: { input: { payslipId: "pay_demo_1" } },
  AddEmployeeBankAccount: { input: { employeeId, setupToken: "pst_demo_1" } },
  SetPayrollFundingAccount: { input: { setupToken: "pst_demo_1" } },
  ListPayrollTransfers: { input: { runId: "run_demo_1" } },
  MarkPayrollPaid: { input: { runId: "run_demo_failed" } },
  RetryPayrollPayment: { input: { runId: "run_demo_failed" } },
  MarkContractorPaymentPaid: { input: { paymentId: "cpy_demo_2" } },
  CancelPayrollRun: { input: { runId: "run_demo_draft", reason: "Wrong period" } },
  CreatePayrollAchFile: {
    input: {
      runId: "run_demo_1",
      bankRoutingNumber: "021000021",
      bankName: "First Bank",
      companyIdentification: "1123456789",
    },
  },
  CreateContractorAchFile: {
    input: {
      paymentIds: ["cpy_demo_3"],
      bankRoutingNumber: "021000021",
      bankName: "First Bank",
      companyIdentification: "1123456789",
    },
  },
  CreateBankAccountCheckFile: {
    input: {
      bankAccountIds: ["bac_demo_1"],
      bankRoutingNumber: "021000021",
      bankName: "First Bank",
      companyIdentification: "1123456789",
    },
  },
  VerifyEmployeeBankAccount: { input: { bankAccountId: "bac_demo_2", amounts: [12, 34] } },
  PayslipPdfByLink: { input: { token: "demo-payslip" } },
  EmailPayslip: { input: { payslipId: "pay_demo_1" } },
  ReversePayslip: { input: { payslipId: "pay_demo_1", reason: "Paid twice" } },
  GetYtdTotals: { input: { employeeId, year: 2026 } },
  CreateContractor: { input: { name: "Ray Field", email: "ray@work.example", kind: "individual" } },
  PayContractor: {
    input: { contractorId: "con_demo_1", amount: 320, description: "Photos", payDate: "2031-03-07" },
  },
  CreateEmployee: {
    input: {
      firstName: "Uma",
      lastName: "Field",
      email: "uma@staff.example",
      startDate: "2026-03-02",
      workState: "TX",
      payScheduleId: "psc_demo_1",
      employmentType: "full_time",
    },
  },
  UpdateEmployee: { input: { employeeId, department: "Marketing" } },
  TerminateEmployee: {
    input: { employeeId, lastDay: "2026-12-31", reason: "New job", payoutPto: true },
  },
  SetCompensation: {
    input: { employeeId, kind: "salary", amount: 61_000, perUnit: "year", effectiveDate: "2026-06-01" },
  },
  SubmitW4: { input: { employeeId, filingStatus: "married", effectiveDate: "2026-06-01" } },
  SetStateWithholding: { input: { employeeId, state: "MI", allowances: 2 } },
  CreateDeductionType: { input: { code: "RETIRE", name: "Retirement plan", timing: "pretax_retirement" } },
  EnrollInDeduction: {
    input: { employeeId, code: "MEDICAL", amount: 85, employerMatch: 50, from: "2026-06-01" },
  },
  AddGarnishment: {
    input: {
      employeeId,
      kind: "creditor",
      amount: 60,
      caseNumber: "C-2041",
      priority: 1,
      from: "2026-06-01",
    },
  },
  RehireEmployee: { input: { employeeId: "emp_demo_4", startDate: "2026-06-01" } },
  ListW4History: { input: { employeeId } },
  ListCompensationHistory: { input: { employeeId } },
  ListEmployeeDeductions: { input: { employeeId: "emp_demo_2", asOf: "2026-07-01" } },
  UpdateDeductionEnrollment: {
    input: { enrollmentId: "enr_demo_1", amount: 95, effectiveDate: "2026-07-01" },
  },
  EndDeductionEnrollment: { input: { enrollmentId: "enr_demo_1", to: "2026-12-31" } },
  ListGarnishments: { input: { employeeId: "emp_demo_2", status: "active" } },
  UpdateGarnishment: { input: { garnishmentId: "gar_demo_1", amount: 45 } },
  EndGarnishment: {
    input: { garnishmentId: "gar_demo_1", to: "2026-12-31", reason: "Released by the court" },
  },
  ListEmployeeBankAccounts: { input: { employeeId: "emp_demo_2" } },
  RemoveEmployeeBankAccount: { input: { bankAccountId: "bac_demo_1" } },
  SkipPayPeriod: {
    input: { scheduleId: "psc_demo_1", periodStart: "2026-06-08", reason: "Closed for two weeks" },
  },
  ArchivePaySchedule: { input: { scheduleId: "psc_demo_2" } },
  GetContractor: { input: { contractorId: "con_demo_1", year: 2031 } },
  UpdateContractor: { input: { contractorId: "con_demo_1", rate: 85 } },
  CancelContractorPayment: { input: { paymentId: "cpy_demo_1", reason: "Entered twice" } },
  SealPayrollNumber: { input: { kind: "bank_account", number: "12345678", routingNumber: "021000021" } },
  AddTimeEntry: { input: { employeeId, date: "2026-02-18", hours: 8 } },
  UpdateTimeEntry: { input: { entryId: "tme_demo_1", hours: 6.5 } },
  DeleteTimeEntry: { input: { entryId: "tme_demo_1" } },
  ListTimeEntries: { input: { employeeId, from: "2026-02-16", to: "2026-03-01" } },
  ApproveTimesheet: { input: { employeeId, periodId: "psc_demo_1.2026-02-16" } },
  CreateTimeOffPolicy: { input: { name: "Sick days", accrual: "annual", rate: 40 } },
  AssignTimeOffPolicy: { input: { employeeId: "emp_demo_2", policyId: "top_demo_1", from: "2026-01-01" } },
  ListTaxLiabilities: { input: quarter },
  RecordTaxDeposit: {
    input: {
      agency: "IRS",
      form: "941",
      period: "2026-Q1",
      amount: 100,
      date: "2026-02-17",
      reference: "EFT-2041",
    },
  },
  GetTaxDepositSchedule: { input: { year: 2026 } },
  PrepareForm940: { input: { year: 2026 } },
  PrepareFormW3: { input: { year: 2026 } },
  RenderPayrollForm: { input: { form: "941", year: 2026, quarter: 1 } },
  PrepareForm941: { input: { year: 2026, quarter: 1 } },
  GenerateW2: { input: { year: 2026 } },
  CreateNewHireFile: { input: { from: "2025-01-01", to: "2025-12-31" } },
  CreateW2File: {
    input: {
      year: 2025,
      ssaUser: "PIAWORKS",
      contactName: "Pia Workshop",
      contactPhone: "217 555 0100",
      contactEmail: "tax@workshop.example",
    },
  },
  GetPayrollSummary: { input: { ...quarter, groupBy: "employee" } },
};
