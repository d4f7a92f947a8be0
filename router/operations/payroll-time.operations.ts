import type { OperationArea, OperationRow, RestDoor, ToolDoor } from "./operation.ts";

function row(
  name: string,
  field: OperationRow["field"],
  rest: Omit<RestDoor, "needsApp">,
  tool: ToolDoor,
): OperationRow {
  return { name, field, documented: false, family: "bare", rest: { ...rest, needsApp: true }, tool };
}

export const payrollTimeOperations: OperationArea = {
  area: "payroll-time",
  title: "Time, time off and reports of payroll",
  operations: [
    row(
      "AddTimeEntry",
      "mutation.addTimeEntry",
      { method: "POST", path: "/payroll/time-entries", status: 201 },
      {
        name: "add_time_entry",
        keywords: ["hours worked", "log hours", "shift"],
        example: { employeeId: "emp_01", date: "2026-01-06", from: "09:00", to: "17:30" },
      },
    ),
    row(
      "ListTimeEntries",
      "query.timeEntries",
      { method: "GET", path: "/payroll/time-entries" },
      {
        name: "list_time_entries",
        keywords: ["hours worked", "overtime", "timesheet"],
        example: { from: "2026-01-05", to: "2026-01-18" },
      },
    ),
    row(
      "ApproveTimesheet",
      "mutation.approveTimesheet",
      { method: "POST", path: "/payroll/employees/{employeeId}/timesheets/{periodId}/approve" },
      {
        name: "approve_timesheet",
        idempotent: true,
        keywords: ["sign off hours"],
        example: { employeeId: "emp_01", periodId: "psc_01.2026-01-05" },
      },
    ),
    row(
      "CreateTimeOffPolicy",
      "mutation.createTimeOffPolicy",
      { method: "POST", path: "/payroll/time-off-policies", status: 201 },
      {
        name: "create_time_off_policy",
        keywords: ["vacation", "sick leave", "pto"],
        example: { name: "Vacation", accrual: "per_period", rate: 4, cap: 160 },
      },
    ),
    row(
      "AssignTimeOffPolicy",
      "mutation.assignTimeOffPolicy",
      { method: "POST", path: "/payroll/employees/{employeeId}/time-off-policies", status: 201 },
      { name: "assign_time_off_policy", keywords: ["vacation", "pto"] },
    ),
    row(
      "GetTimeOffBalance",
      "query.timeOffBalance",
      { method: "GET", path: "/payroll/employees/{employeeId}/time-off" },
      { name: "get_time_off_balance", keywords: ["vacation days left", "pto"] },
    ),
    row(
      "GetPayrollJournal",
      "query.payrollJournal",
      { method: "GET", path: "/payroll/runs/{runId}/journal" },
      { name: "get_payroll_journal", keywords: ["bookkeeping", "double entry"] },
    ),
    row(
      "ListTaxLiabilities",
      "query.taxLiabilities",
      { method: "GET", path: "/payroll/tax-liabilities" },
      {
        name: "list_tax_liabilities",
        keywords: ["taxes owed", "deposit due"],
        example: { from: "2026-01-01", to: "2026-03-31" },
      },
    ),
    row(
      "RecordTaxDeposit",
      "mutation.recordTaxDeposit",
      { method: "POST", path: "/payroll/tax-deposits", status: 201 },
      {
        name: "record_tax_deposit",
        keywords: ["eftps", "paid the irs", "taxes paid"],
        example: {
          agency: "IRS",
          form: "941",
          period: "2026-Q1",
          amount: 462.15,
          date: "2026-02-17",
          reference: "270612345678901",
        },
      },
    ),
    row(
      "GetTaxDepositSchedule",
      "query.taxDepositSchedule",
      { method: "GET", path: "/payroll/tax-deposits/schedule" },
      {
        name: "get_tax_deposit_schedule",
        keywords: ["when are taxes due", "deposit calendar"],
        example: { year: 2026 },
      },
    ),
    row(
      "PrepareForm941",
      "query.form941",
      { method: "GET", path: "/payroll/forms/941" },
      {
        name: "prepare_form_941",
        keywords: ["quarterly return"],
        example: { year: 2026, quarter: 1 },
      },
    ),
    row(
      "GenerateW2",
      "mutation.generateW2",
      { method: "POST", path: "/payroll/forms/w2" },
      {
        name: "generate_w2",
        idempotent: true,
        keywords: ["wage statement", "year end"],
        example: { year: 2026 },
      },
    ),
    row(
      "GetPayrollSummary",
      "query.payrollSummary",
      { method: "GET", path: "/payroll/summary" },
      {
        name: "get_payroll_summary",
        keywords: ["labour cost", "cost by department"],
        example: { from: "2026-01-01", to: "2026-12-31", groupBy: "department" },
      },
    ),
  ],
};
