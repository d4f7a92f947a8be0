import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";
import { payrollArea } from "./payroll.area.ts";

export const payrollContractorOperations: AreaDefinition<PayrollGroup> = {
  ...payrollArea,
  group: "contractors",
  operations: [
    {
      name: "CreateContractor",
      field: "mutation.createContractor",
      rest: { method: "POST", path: "/contractors", status: 201 },
      tool: {
        name: "create_contractor",
        firstDay: true,
        keywords: ["freelancer add new 1099 worker"],
        example: { name: "Ray Sample", email: "ray@work.example", kind: "individual" },
      },
    },
    {
      name: "ListContractors",
      field: "query.contractors",
      rest: { method: "GET", path: "/contractors" },
      tool: { name: "list_contractors", keywords: ["freelancers helpers we pay"] },
    },
    {
      name: "PayContractor",
      field: "mutation.payContractor",
      rest: { method: "POST", path: "/contractor-payments", status: 201 },
      tool: {
        name: "pay_contractor",
        firstDay: true,
        keywords: ["freelancer designer pay self employed"],
        openWorld: true,
      },
    },
    {
      name: "ListContractorPayments",
      field: "query.contractorPayments",
      rest: { method: "GET", path: "/contractor-payments" },
      tool: {
        name: "list_contractor_payments",
        keywords: ["what freelancers got paid"],
      },
    },
    {
      name: "GetContractor",
      field: "query.contractor",
      rest: { method: "GET", path: "/contractors/{contractorId}" },
      tool: { name: "get_contractor", keywords: ["freelancer earned this year 1099 needed"] },
    },
    {
      name: "UpdateContractor",
      field: "mutation.updateContractor",
      rest: { method: "PATCH", path: "/contractors/{contractorId}" },
      tool: {
        name: "update_contractor",
        keywords: ["freelancer new rate address tax number"],
        idempotent: true,
      },
    },
    {
      name: "CancelContractorPayment",
      field: "mutation.cancelContractorPayment",
      rest: { method: "POST", path: "/contractor-payments/{paymentId}/cancel" },
      tool: {
        name: "cancel_contractor_payment",
        keywords: ["stop freelancer payment not pay"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "CreateContractorAchFile",
      field: "mutation.createContractorAchFile",
      rest: {
        method: "POST",
        path: "/contractor-ach-files",
        file: { download: "download", types: ["text/plain"] },
      },
    },
  ],
};
