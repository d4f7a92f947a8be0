import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";
import { payrollPeopleArea } from "./payroll.area.ts";

/** What an employee earns and what is taken from it: histories, changes and ends. */
export const payrollTermsOperations: AreaDefinition<PayrollGroup> = {
  ...payrollPeopleArea,
  operations: [
    {
      name: "ListW4History",
      field: "query.w4History",
      rest: { method: "GET", path: "/employees/{employeeId}/w4-history" },
      tool: {
        name: "list_w4_history",
        group: "tax-set-up",
        keywords: ["earlier withholding forms of worker"],
      },
    },
    {
      name: "ListCompensationHistory",
      field: "query.compensationHistory",
      rest: { method: "GET", path: "/employees/{employeeId}/compensation-history" },
      tool: {
        name: "list_compensation_history",
        group: "pay-rates-and-recurring-earnings",
        keywords: ["raises earlier salary wage over time"],
      },
    },
    {
      name: "AddRecurringEarning",
      field: "mutation.addRecurringEarning",
      rest: { method: "POST", path: "/employees/{employeeId}/recurring-earnings" },
      tool: {
        name: "add_recurring_earning",
        group: "pay-rates-and-recurring-earnings",
        keywords: ["car phone allowance stipend every payday"],
      },
    },
    {
      name: "RemoveRecurringEarning",
      field: "mutation.removeRecurringEarning",
      rest: { method: "POST", path: "/recurring-earnings/{earningId}/end" },
      tool: {
        name: "remove_recurring_earning",
        group: "pay-rates-and-recurring-earnings",
        keywords: ["stop allowance stipend"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListEmployeeChanges",
      field: "query.employeeChanges",
      rest: { method: "GET", path: "/employees/{employeeId}/changes" },
      tool: {
        name: "list_employee_changes",
        group: "employees",
        keywords: ["who changed worker record history audit"],
      },
    },
    {
      name: "SetDepositSplit",
      field: "mutation.setDepositSplit",
      rest: { method: "PUT", path: "/employees/{employeeId}/deposit-split" },
      tool: {
        name: "set_deposit_split",
        group: "direct-deposit",
        keywords: ["part of pay into savings two accounts"],
        idempotent: true,
      },
    },
    {
      name: "ListDeductionTypes",
      field: "query.deductionTypes",
      rest: { method: "GET", path: "/deduction-types" },
      tool: {
        name: "list_deduction_types",
        group: "deductions",
        keywords: ["which benefits plans do we have"],
      },
    },
    {
      name: "ListEmployeeDeductions",
      field: "query.employeeDeductions",
      rest: { method: "GET", path: "/employees/{employeeId}/deductions" },
      tool: {
        name: "list_employee_deductions",
        group: "deductions",
        keywords: ["what is taken out of pay benefits of worker"],
      },
    },
    {
      name: "UpdateDeductionEnrollment",
      field: "mutation.updateDeductionEnrollment",
      rest: { method: "PATCH", path: "/deductions/{enrollmentId}" },
      tool: {
        name: "update_deduction_enrollment",
        group: "deductions",
        keywords: ["raise contribution 401k premium changed"],
        idempotent: true,
      },
    },
    {
      name: "EndDeductionEnrollment",
      field: "mutation.endDeductionEnrollment",
      rest: { method: "POST", path: "/deductions/{enrollmentId}/end" },
      tool: {
        name: "end_deduction_enrollment",
        group: "deductions",
        keywords: ["stop benefit leave plan cancel insurance"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListGarnishments",
      field: "query.garnishments",
      rest: { method: "GET", path: "/employees/{employeeId}/garnishments" },
      tool: {
        name: "list_garnishments",
        group: "garnishments",
        keywords: ["court orders debt left child support"],
      },
    },
    {
      name: "UpdateGarnishment",
      field: "mutation.updateGarnishment",
      rest: { method: "PATCH", path: "/garnishments/{garnishmentId}" },
      tool: {
        name: "update_garnishment",
        group: "garnishments",
        keywords: ["court changed amount order"],
        idempotent: true,
      },
    },
    {
      name: "EndGarnishment",
      field: "mutation.endGarnishment",
      rest: { method: "POST", path: "/garnishments/{garnishmentId}/end" },
      tool: {
        name: "end_garnishment",
        group: "garnishments",
        keywords: ["court released order stop withholding"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListEmployeeBankAccounts",
      field: "query.employeeBankAccounts",
      rest: { method: "GET", path: "/employees/{employeeId}/bank-accounts" },
      tool: {
        name: "list_employee_bank_accounts",
        group: "direct-deposit",
        keywords: ["where is worker paid"],
      },
    },
    {
      name: "RemoveEmployeeBankAccount",
      field: "mutation.removeEmployeeBankAccount",
      rest: { method: "DELETE", path: "/employee-bank-accounts/{bankAccountId}" },
      tool: {
        name: "remove_employee_bank_account",
        group: "direct-deposit",
        keywords: ["delete direct deposit closed account"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
