import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";
import { payrollPeopleArea } from "./payroll.area.ts";

export const payrollPeopleOperations: AreaDefinition<PayrollGroup> = {
  ...payrollPeopleArea,
  operations: [
    {
      name: "CreateEmployee",
      field: "mutation.createEmployee",
      rest: { method: "POST", path: "/employees", status: 201 },
      tool: {
        name: "create_employee",
        group: "employees",
        firstDay: true,
        keywords: ["hire new worker staff onboard starts"],
        example: {
          firstName: "Sam",
          lastName: "Sample",
          email: "sam@staff.example",
          startDate: "2026-01-05",
          workState: "TX",
          payScheduleId: "psc_1",
          employmentType: "full_time",
        },
      },
    },
    {
      name: "GetEmployee",
      field: "query.payrollEmployee",
      rest: { method: "GET", path: "/employees/{employeeId}" },
      tool: { name: "get_employee", group: "employees", firstDay: true, keywords: ["show worker details"] },
    },
    {
      name: "ListEmployees",
      field: "query.payrollEmployees",
      rest: { method: "GET", path: "/employees" },
      tool: {
        name: "list_employees",
        group: "employees",
        firstDay: true,
        keywords: ["who works for us staff team headcount"],
      },
    },
    {
      name: "UpdateEmployee",
      field: "mutation.updateEmployee",
      rest: { method: "PATCH", path: "/employees/{employeeId}" },
      tool: {
        name: "update_employee",
        group: "employees",
        firstDay: true,
        keywords: ["address moved name change worker"],
        idempotent: true,
      },
    },
    {
      name: "TerminateEmployee",
      field: "mutation.terminateEmployee",
      rest: { method: "POST", path: "/employees/{employeeId}/terminate" },
      tool: {
        name: "terminate_employee",
        group: "employees",
        firstDay: true,
        keywords: ["quit fire left let go leave resign last day"],
        destructive: true,
      },
    },
    {
      name: "RehireEmployee",
      field: "mutation.rehireEmployee",
      rest: { method: "POST", path: "/employees/{employeeId}/rehire" },
      tool: {
        name: "rehire_employee",
        group: "employees",
        keywords: ["came back hire again returning worker"],
      },
    },
    {
      name: "SetCompensation",
      field: "mutation.setCompensation",
      rest: { method: "PUT", path: "/employees/{employeeId}/compensation" },
      tool: {
        name: "set_compensation",
        group: "pay-rates-and-recurring-earnings",
        firstDay: true,
        keywords: ["raise salary wage hourly pay earns per hour promotion"],
        example: {
          employeeId: "emp_1",
          kind: "hourly",
          amount: 30,
          perUnit: "hour",
          effectiveDate: "2026-01-05",
        },
        idempotent: true,
      },
    },
    {
      name: "SubmitW4",
      field: "mutation.submitW4",
      rest: { method: "PUT", path: "/employees/{employeeId}/w4" },
      tool: {
        name: "submit_w4",
        group: "tax-set-up",
        firstDay: true,
        keywords: ["withholding allowances dependents form"],
        example: { employeeId: "emp_1", filingStatus: "married", effectiveDate: "2026-01-05" },
        idempotent: true,
      },
    },
    {
      name: "GetW4",
      field: "query.employeeW4",
      rest: { method: "GET", path: "/employees/{employeeId}/w4" },
      tool: { name: "get_w4", group: "tax-set-up", firstDay: true, keywords: ["withholding form of worker"] },
    },
    {
      name: "SetStateWithholding",
      field: "mutation.setStateWithholding",
      rest: { method: "PUT", path: "/employees/{employeeId}/state-withholding" },
      tool: {
        name: "set_state_withholding",
        group: "tax-set-up",
        keywords: ["moved other state tax"],
        idempotent: true,
      },
    },
    {
      name: "CreateDeductionType",
      field: "mutation.createDeductionType",
      rest: { method: "POST", path: "/deduction-types", status: 201 },
      tool: {
        name: "create_deduction_type",
        group: "deductions",
        firstDay: true,
        keywords: ["new benefit health 401k plan"],
        example: { code: "401k", name: "Retirement plan", timing: "pretax_retirement" },
      },
    },
    {
      name: "EnrollInDeduction",
      field: "mutation.enrollInDeduction",
      rest: {
        method: "POST",
        path: "/employees/{employeeId}/deductions",
        status: 201,
      },
      tool: {
        name: "enroll_in_deduction",
        group: "deductions",
        firstDay: true,
        keywords: [
          "health insurance 401k retirement plan benefit sign contribution",
          "put percent of pay into",
        ],
      },
    },
    {
      name: "AddGarnishment",
      field: "mutation.addGarnishment",
      rest: {
        method: "POST",
        path: "/employees/{employeeId}/garnishments",
        status: 201,
      },
      tool: {
        name: "add_garnishment",
        group: "garnishments",
        keywords: ["child support court order wage take out of pay"],
        example: {
          employeeId: "emp_1",
          kind: "creditor",
          amount: 120,
          caseNumber: "C-1042",
          priority: 1,
          from: "2026-01-05",
        },
      },
    },
    {
      name: "SealPayrollNumber",
      field: "mutation.sealPayrollNumber",
      rest: { method: "POST", path: "/secure-numbers", status: 201 },
    },
    {
      name: "AddEmployeeBankAccount",
      field: "mutation.addEmployeeBankAccount",
      rest: {
        method: "POST",
        path: "/employees/{employeeId}/bank-accounts",
        status: 201,
      },
      tool: {
        name: "add_employee_bank_account",
        group: "direct-deposit",
        firstDay: true,
        keywords: ["direct deposit account worker iban where paid"],
      },
    },
    {
      name: "CreateNewHireFile",
      field: "mutation.createNewHireFile",
      rest: {
        method: "POST",
        path: "/new-hire-files",
        file: { download: "download", types: ["text/csv"] },
      },
    },
  ],
};
