import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const vendorsOperations: AreaDefinition<CentralGroup> = {
  area: "vendors",
  title: "Vendors",
  pathPrefix: "/accounting",
  group: "vendors",
  operations: [
    {
      name: "ListVendors",
      field: "query.vendors",
      rest: { method: "GET", path: "/vendors" },
      tool: { name: "list_vendors", keywords: ["suppliers creditors who bills us bookkeeping"] },
    },
    {
      name: "GetVendor",
      field: "query.vendor",
      rest: { method: "GET", path: "/vendors/{vendorId}" },
      tool: { name: "get_vendor", keywords: ["supplier creditor detail bookkeeping"] },
    },
    {
      name: "CreateVendor",
      field: "mutation.createVendor",
      rest: { method: "POST", path: "/vendors", status: 201 },
      tool: { name: "create_vendor", keywords: ["new supplier creditor bookkeeping"] },
    },
    {
      name: "UpdateVendor",
      field: "mutation.updateVendor",
      rest: { method: "PATCH", path: "/vendors/{vendorId}" },
      tool: {
        name: "update_vendor",
        keywords: ["edit rename supplier creditor bookkeeping mark 1099"],
        idempotent: true,
        example: { vendorId: "ven_01m853j85mqsazhj33f9m7ax3a", form1099Box: "nonemployee_compensation" },
      },
    },
    {
      name: "ListVendor1099Totals",
      field: "query.vendor1099Totals",
      rest: { method: "GET", path: "/vendor-1099-totals" },
      tool: {
        name: "list_vendor_1099_totals",
        keywords: ["supplier year end nec misc threshold reportable"],
      },
    },
  ],
};
