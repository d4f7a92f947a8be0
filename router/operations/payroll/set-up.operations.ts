import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";
import { payrollArea } from "./payroll.area.ts";

export const payrollSetUpOperations: AreaDefinition<PayrollGroup> = {
  ...payrollArea,
  group: "company-and-pay-schedules",
  operations: [
    {
      name: "GetPayrollSettings",
      field: "query.payrollSettings",
      rest: { method: "GET", path: "/settings" },
      tool: {
        name: "get_payroll_settings",
        firstDay: true,
        keywords: ["company ein how often deposit state"],
      },
    },
    {
      name: "UpdatePayrollSettings",
      field: "mutation.updatePayrollSettings",
      rest: { method: "PATCH", path: "/settings" },
      tool: {
        name: "update_payroll_settings",
        firstDay: true,
        keywords: ["company moved state unemployment rate changed"],
        idempotent: true,
      },
    },
    {
      name: "CreatePaySchedule",
      field: "mutation.createPaySchedule",
      rest: { method: "POST", path: "/schedules", status: 201 },
      tool: {
        name: "create_pay_schedule",
        firstDay: true,
        keywords: ["how often staff crew gets paid every other friday biweekly monthly weekly payday"],
        example: {
          name: "Every two weeks",
          frequency: "biweekly",
          anchorDate: "2026-01-05",
          payDateOffsetDays: 5,
          holidayRule: "before",
        },
      },
    },
    {
      name: "ListPaySchedules",
      field: "query.paySchedules",
      rest: { method: "GET", path: "/schedules" },
      tool: { name: "list_pay_schedules", keywords: ["which paydays do we have"] },
    },
    {
      name: "UpdatePaySchedule",
      field: "mutation.updatePaySchedule",
      rest: { method: "PATCH", path: "/schedules/{scheduleId}" },
      tool: {
        name: "update_pay_schedule",
        keywords: ["payday moves earlier later rename"],
        idempotent: true,
      },
    },
    {
      name: "ArchivePaySchedule",
      field: "mutation.archivePaySchedule",
      rest: { method: "POST", path: "/schedules/{scheduleId}/archive" },
      tool: {
        name: "archive_pay_schedule",
        keywords: ["retire old paydays no longer used"],
        idempotent: true,
      },
    },
    {
      name: "SkipPayPeriod",
      field: "mutation.skipPayPeriod",
      rest: { method: "PUT", path: "/schedules/{scheduleId}/periods/{periodStart}/skipped" },
      tool: {
        name: "skip_pay_period",
        keywords: ["no payroll this week closed season not paid"],
        idempotent: true,
      },
    },
    {
      name: "ListPayPeriods",
      field: "query.payPeriods",
      rest: { method: "GET", path: "/schedules/{scheduleId}/periods" },
      tool: { name: "list_pay_periods", firstDay: true, keywords: ["when is next payday dates"] },
    },
    {
      name: "RenderPayrollForm",
      field: "query.payrollFormPdf",
      rest: {
        method: "GET",
        path: "/forms/{form}/pdf",
        file: { download: "download", types: ["application/pdf"] },
      },
    },
  ],
};
