import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";
import { payrollArea } from "./payroll.area.ts";

export const payrollPayoutOperations: AreaDefinition<PayrollGroup> = {
  ...payrollArea,
  group: "payouts",
  operations: [
    {
      name: "SetPayrollFundingAccount",
      field: "mutation.setPayrollFundingAccount",
      rest: { method: "PUT", path: "/funding-account" },
      tool: {
        name: "set_payroll_funding_account",
        keywords: ["company bank account salaries are taken from debit direct deposit set up"],
        idempotent: true,
      },
    },
    {
      name: "ListPayrollTransfers",
      field: "query.payrollTransfers",
      rest: { method: "GET", path: "/runs/{runId}/transfers" },
      tool: {
        name: "list_payroll_transfers",
        keywords: ["did salary arrive direct deposit returned failed bank ach status"],
      },
    },
    {
      name: "MarkPayrollPaid",
      field: "mutation.markPayrollPaid",
      rest: { method: "POST", path: "/runs/{runId}/mark-paid" },
      tool: {
        name: "mark_payroll_paid",
        keywords: ["salaries sent by our bank done confirm wages were paid"],
        idempotent: true,
      },
    },
    {
      name: "RetryPayrollPayment",
      field: "mutation.retryPayrollPayment",
      rest: { method: "POST", path: "/runs/{runId}/retry-payment" },
      tool: {
        name: "retry_payroll_payment",
        keywords: ["salary came back bounced send again wrong account repay"],
        openWorld: true,
      },
    },
    {
      name: "MarkContractorPaymentPaid",
      field: "mutation.markContractorPaymentPaid",
      rest: { method: "POST", path: "/contractor-payments/{paymentId}/mark-paid" },
      tool: {
        name: "mark_contractor_payment_paid",
        keywords: ["freelancer was paid by our bank confirm"],
        idempotent: true,
      },
    },
  ],
};
