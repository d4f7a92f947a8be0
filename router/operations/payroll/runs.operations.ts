import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";
import { payrollArea } from "./payroll.area.ts";

export const payrollRunsOperations: AreaDefinition<PayrollGroup> = {
  ...payrollArea,
  operations: [
    {
      name: "RunPayroll",
      field: "mutation.runPayroll",
      documented: true,
      rest: { method: "POST", path: "/run", status: 202 },
      tool: {
        name: "run_payroll",
        group: "payroll-runs",
        firstDay: true,
        openWorld: true,
        keywords: [
          "pay my people",
          "pay wages",
          "pay employees everyone staff salaries wages payday period do",
        ],
        example: { periodStart: "2026-01-01", periodEnd: "2026-01-15", type: "regular" },
        job: {
          id: "runId",
          readWith: "get_payroll_run",
          argument: "runId",
          state: "status",
          done: ["awaiting_payment", "paid", "partially_paid"],
          failed: ["failed", "cancelled"],
        },
      },
    },
    {
      name: "CreatePayrollDraft",
      field: "mutation.createPayrollDraft",
      rest: { method: "POST", path: "/runs", status: 201 },
      tool: {
        name: "create_payroll_draft",
        group: "payroll-runs",
        firstDay: true,
        keywords: ["prepare start payroll"],
        example: { scheduleId: "psc_1", periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" },
      },
    },
    {
      name: "PreviewPayroll",
      field: "query.payrollPreview",
      rest: { method: "GET", path: "/runs/{runId}/preview" },
      tool: {
        name: "preview_payroll",
        group: "payroll-runs",
        firstDay: true,
        keywords: ["what will payroll come to before cost see"],
      },
    },
    {
      name: "GetPayrollRun",
      field: "query.payrollRun",
      rest: { method: "GET", path: "/runs/{runId}" },
      tool: {
        name: "get_payroll_run",
        group: "payroll-runs",
        firstDay: true,
        keywords: ["how is payroll status paid"],
      },
    },
    {
      name: "ListPayrollRuns",
      field: "query.payrollRuns",
      rest: { method: "GET", path: "/runs" },
      tool: {
        name: "list_payroll_runs",
        group: "payroll-runs",
        firstDay: true,
        keywords: ["past paydays payrolls"],
      },
    },
    {
      name: "UpdatePayrollItem",
      field: "mutation.updatePayrollItem",
      rest: { method: "PATCH", path: "/runs/{runId}/items/{employeeId}" },
      tool: {
        name: "update_payroll_item",
        group: "payroll-runs",
        firstDay: true,
        keywords: ["add bonus hours commission to worker this payday"],
        idempotent: true,
      },
    },
    {
      name: "ApprovePayroll",
      field: "mutation.approvePayroll",
      rest: { method: "POST", path: "/runs/{runId}/approve" },
      tool: {
        name: "approve_payroll",
        idempotent: true,
        group: "payroll-runs",
        firstDay: true,
        keywords: ["release sign payroll go"],
        openWorld: true,
      },
    },
    {
      name: "CancelPayrollRun",
      field: "mutation.cancelPayrollRun",
      rest: { method: "POST", path: "/runs/{runId}/cancel" },
      tool: {
        name: "cancel_payroll_run",
        idempotent: true,
        group: "payroll-runs",
        firstDay: true,
        keywords: ["undo stop payroll started"],
        destructive: true,
      },
    },
    {
      name: "ReopenPayrollRun",
      field: "mutation.reopenPayrollRun",
      rest: { method: "POST", path: "/runs/{runId}/reopen" },
      tool: {
        name: "reopen_payroll_run",
        group: "payroll-runs",
        keywords: ["correct approved payroll back to draft"],
        idempotent: true,
      },
    },
    {
      name: "ComparePayrollRuns",
      field: "query.payrollComparison",
      rest: { method: "GET", path: "/runs/{runId}/comparison/{otherRunId}" },
      tool: {
        name: "compare_payroll_runs",
        group: "payroll-runs",
        keywords: ["what changed since last payday difference"],
      },
    },
    {
      name: "GetPayslip",
      field: "query.payslip",
      rest: { method: "GET", path: "/payslips/{payslipId}" },
      tool: {
        name: "get_payslip",
        group: "payslips",
        firstDay: true,
        keywords: ["paycheck stub what earned june one"],
      },
    },
    {
      name: "ListPayslips",
      field: "query.payslips",
      rest: { method: "GET", path: "/payslips" },
      tool: { name: "list_payslips", group: "payslips", firstDay: true, keywords: ["paychecks stubs all"] },
    },
    {
      name: "RenderPayslipPdf",
      field: "query.payslipPdf",
      rest: {
        method: "GET",
        path: "/payslips/{payslipId}/pdf",
        file: { download: "download", types: ["application/pdf"] },
      },
      tool: { name: "render_payslip_pdf", group: "payslips", keywords: ["print download paycheck stub"] },
    },
    {
      name: "CreatePayrollAchFile",
      field: "mutation.createPayrollAchFile",
      rest: {
        method: "POST",
        path: "/runs/{runId}/ach-file",
        file: { download: "download", types: ["text/plain"] },
      },
    },
    {
      name: "CreateBankAccountCheckFile",
      field: "mutation.createBankAccountCheckFile",
      rest: {
        method: "POST",
        path: "/bank-account-checks",
        file: { download: "download", types: ["text/plain"] },
      },
    },
    {
      name: "VerifyEmployeeBankAccount",
      field: "mutation.verifyEmployeeBankAccount",
      rest: { method: "POST", path: "/employee-bank-accounts/{bankAccountId}/verify" },
      tool: {
        name: "verify_employee_bank_account",
        group: "direct-deposit",
        idempotent: true,
        keywords: ["micro deposits confirm amounts received two small"],
      },
    },
    {
      name: "PayslipPdfByLink",
      field: "query.payslipPdfByLink",
      rest: {
        method: "GET",
        path: "/payslip-links/{token}",
        needsApp: false,
        file: { download: "download", isDefault: true, types: ["application/pdf"] },
      },
    },
    {
      name: "EmailPayslip",
      field: "mutation.emailPayslip",
      rest: { method: "POST", path: "/payslips/{payslipId}/email", status: 202 },
      tool: {
        name: "email_payslip",
        group: "payslips",
        openWorld: true,
        keywords: ["send paycheck stub link to employee mail"],
      },
    },
    {
      name: "ReversePayslip",
      field: "mutation.reversePayslip",
      rest: { method: "POST", path: "/payslips/{payslipId}/reverse", status: 201 },
      tool: {
        name: "reverse_payslip",
        group: "payroll-runs",
        keywords: ["paid wrong take back wage"],
        destructive: true,
        openWorld: true,
      },
    },
    {
      name: "GetYtdTotals",
      field: "query.ytdTotals",
      rest: { method: "GET", path: "/employees/{employeeId}/ytd" },
      tool: {
        name: "get_ytd_totals",
        group: "employees",
        firstDay: true,
        keywords: ["earned so far this year to date"],
      },
    },
    {
      name: "CalculateTaxes",
      field: "query.calculateTaxes",
      rest: { method: "POST", path: "/taxes/calculate" },
      tool: {
        name: "calculate_taxes",
        group: "taxes",
        firstDay: true,
        keywords: ["how much tax wage taken out withheld net"],
        example: { grossPay: 2000, frequency: "biweekly", filingStatus: "single", payDate: "2026-05-01" },
      },
    },
    {
      name: "GrossUpPay",
      field: "query.grossUpPay",
      rest: { method: "POST", path: "/taxes/gross-up" },
      tool: {
        name: "gross_up_pay",
        group: "taxes",
        keywords: ["bonus take home exactly after tax net to gross"],
        example: { netWanted: 500, frequency: "biweekly", filingStatus: "single", payDate: "2026-05-01" },
      },
    },
  ],
};
