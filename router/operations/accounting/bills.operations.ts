import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const vendorBillsOperations: AreaDefinition<CentralGroup> = {
  area: "vendor-bills",
  title: "Vendor bills",
  pathPrefix: "/accounting",
  group: "vendor-bills",
  operations: [
    {
      name: "CreateVendorBill",
      field: "mutation.createVendorBill",
      rest: { method: "POST", path: "/vendor-bills", status: 201 },
      tool: {
        name: "create_vendor_bill",
        keywords: ["supplier invoice received payable enter bookkeeping"],
        example: {
          vendorId: "ven_01m853j85mqsazhj33f9m7ax3a",
          dueDate: "2026-04-30",
          lines: [{ accountId: "lac_01m853j85mqsazhj33f9m7ax3a", amount: 120.5 }],
        },
      },
    },
    {
      name: "GetVendorBill",
      field: "query.vendorBill",
      rest: { method: "GET", path: "/vendor-bills/{billId}" },
      tool: { name: "get_vendor_bill", keywords: ["supplier invoice payable detail"] },
    },
    {
      name: "ListVendorBills",
      field: "query.vendorBills",
      rest: { method: "GET", path: "/vendor-bills" },
      tool: { name: "list_vendor_bills", keywords: ["supplier invoices payables unpaid open"] },
    },
    {
      name: "ApproveVendorBill",
      field: "mutation.approveVendorBill",
      rest: { method: "POST", path: "/vendor-bills/{billId}/approve" },
      tool: {
        name: "approve_vendor_bill",
        keywords: ["supplier invoice payable post accept"],
        idempotent: true,
      },
    },
    {
      name: "PayVendorBill",
      field: "mutation.payVendorBill",
      rest: { method: "POST", path: "/vendor-bills/{billId}/payments", status: 201 },
      tool: {
        name: "pay_vendor_bill",
        keywords: ["supplier invoice payable settle record payment"],
        openWorld: true,
        example: {
          billId: "vbl_01m853j85mqsazhj33f9m7ax3a",
          date: "2026-04-30",
          fromAccountId: "lac_01m853j85mqsazhj33f9m7ax3a",
        },
      },
    },
    {
      name: "VoidVendorBill",
      field: "mutation.voidVendorBill",
      rest: { method: "POST", path: "/vendor-bills/{billId}/void" },
      tool: {
        name: "void_vendor_bill",
        keywords: ["supplier invoice payable cancel undo wrong"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "VoidVendorBillPayment",
      field: "mutation.voidVendorBillPayment",
      rest: { method: "POST", path: "/vendor-bill-payments/{paymentId}/void" },
      tool: {
        name: "void_vendor_bill_payment",
        keywords: ["supplier payment cancel undo bounced check"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "GetAccountsPayableAging",
      field: "query.accountsPayableAging",
      rest: { method: "GET", path: "/reports/payable-aging" },
      tool: {
        name: "get_accounts_payable_aging",
        keywords: ["supplier creditors overdue what do we owe payables report"],
      },
    },
  ],
};
