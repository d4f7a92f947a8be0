import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";

export const payrollTimeOperations: AreaDefinition<PayrollGroup> = {
  area: "payroll-time",
  title: "Payroll time, time off and reports",
  needsApp: true,
  pathPrefix: "/payroll",
  operations: [
    {
      name: "AddTimeEntry",
      field: "mutation.addTimeEntry",
      rest: { method: "POST", path: "/time-entries", status: 201 },
      tool: {
        name: "add_time_entry",
        group: "time",
        firstDay: true,
        keywords: ["hours worked", "log hours", "shift", "hours worked enter forgot log"],
        example: { employeeId: "emp_01", date: "2026-01-06", from: "09:00", to: "17:30" },
      },
    },
    {
      name: "ListTimeEntries",
      field: "query.timeEntries",
      rest: { method: "GET", path: "/time-entries" },
      tool: {
        name: "list_time_entries",
        group: "time",
        firstDay: true,
        keywords: ["hours worked", "overtime", "timesheet", "hours worked timesheet week"],
        example: { from: "2026-01-05", to: "2026-01-18" },
      },
    },
    {
      name: "ApproveTimesheet",
      field: "mutation.approveTimesheet",
      rest: { method: "POST", path: "/employees/{employeeId}/timesheets/{periodId}/approve" },
      tool: {
        name: "approve_timesheet",
        group: "time",
        firstDay: true,
        idempotent: true,
        keywords: ["sign off hours", "sign off hours week"],
        example: { employeeId: "emp_01", periodId: "psc_01.2026-01-05" },
      },
    },
    {
      name: "CreateTimeOffPolicy",
      field: "mutation.createTimeOffPolicy",
      rest: { method: "POST", path: "/time-off-policies", status: 201 },
      tool: {
        name: "create_time_off_policy",
        group: "time-off",
        keywords: ["vacation", "sick leave", "pto", "vacation days per year accrue rule"],
        example: { name: "Vacation", accrual: "per_period", rate: 4, cap: 160 },
      },
    },
    {
      name: "AssignTimeOffPolicy",
      field: "mutation.assignTimeOffPolicy",
      rest: { method: "POST", path: "/employees/{employeeId}/time-off-policies", status: 201 },
      tool: {
        name: "assign_time_off_policy",
        group: "time-off",
        keywords: ["vacation", "pto", "gets weeks of vacation worker"],
      },
    },
    {
      name: "GetTimeOffBalance",
      field: "query.timeOffBalance",
      rest: { method: "GET", path: "/employees/{employeeId}/time-off" },
      tool: {
        name: "get_time_off_balance",
        group: "time-off",
        firstDay: true,
        keywords: ["vacation days left", "pto", "vacation days left holiday remaining pto"],
      },
    },
    {
      name: "GetPayrollJournal",
      field: "query.payrollJournal",
      rest: { method: "GET", path: "/runs/{runId}/journal" },
      tool: {
        name: "get_payroll_journal",
        group: "payroll-runs",
        firstDay: true,
        keywords: ["bookkeeping", "double entry", "bookkeeping entries accounting wages"],
      },
    },
    {
      name: "ListTaxLiabilities",
      field: "query.taxLiabilities",
      rest: { method: "GET", path: "/tax-liabilities" },
      tool: {
        name: "list_tax_liabilities",
        group: "taxes",
        firstDay: true,
        keywords: ["taxes owed", "deposit due", "payroll taxes owe government due irs"],
        example: { from: "2026-01-01", to: "2026-03-31" },
      },
    },
    {
      name: "RecordTaxDeposit",
      field: "mutation.recordTaxDeposit",
      rest: { method: "POST", path: "/tax-deposits", status: 201 },
      tool: {
        name: "record_tax_deposit",
        group: "taxes",
        keywords: ["eftps", "paid the irs", "taxes paid", "paid irs payroll tax"],
        example: {
          agency: "IRS",
          form: "941",
          period: "2026-Q1",
          amount: 462.15,
          date: "2026-02-17",
          reference: "270612345678901",
        },
      },
    },
    {
      name: "GetTaxDepositSchedule",
      field: "query.taxDepositSchedule",
      rest: { method: "GET", path: "/tax-deposits/schedule" },
      tool: {
        name: "get_tax_deposit_schedule",
        group: "taxes",
        keywords: ["when are taxes due", "deposit calendar", "when pay payroll tax monthly semiweekly"],
        example: { year: 2026 },
      },
    },
    {
      name: "PrepareForm941",
      field: "query.form941",
      rest: { method: "GET", path: "/forms/941" },
      tool: {
        name: "prepare_form_941",
        group: "forms-and-reports",
        firstDay: true,
        keywords: ["quarterly return", "quarterly employer tax return"],
        example: { year: 2026, quarter: 1 },
      },
    },
    {
      name: "GenerateW2",
      field: "mutation.generateW2",
      rest: { method: "POST", path: "/forms/w2" },
      tool: {
        name: "generate_w2",
        group: "forms-and-reports",
        firstDay: true,
        idempotent: true,
        keywords: ["wage statement", "year end", "w-2 w2 year end wage statement forms"],
        example: { year: 2026 },
      },
    },
    {
      name: "GetPayrollSummary",
      field: "query.payrollSummary",
      rest: { method: "GET", path: "/summary" },
      tool: {
        name: "get_payroll_summary",
        group: "forms-and-reports",
        firstDay: true,
        keywords: ["labour cost", "cost by department", "labor cost total wages by department"],
        example: { from: "2026-01-01", to: "2026-12-31", groupBy: "department" },
      },
    },
  ],
};
