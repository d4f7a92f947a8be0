import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeBillChangesOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "bill-changes",
  operations: [
    {
      name: "GetBill",
      field: "query.bill",
      rest: { method: "GET", path: "/bills/{billId}" },
      tool: { name: "get_bill", keywords: ["one recurring bill when paid next due history"] },
    },
    {
      name: "ListBills",
      field: "query.bills",
      rest: { method: "GET", path: "/bills" },
      tool: { name: "list_bills", keywords: ["all my recurring bills regular obligations"] },
    },
    {
      name: "UpdateBill",
      field: "mutation.updateBill",
      rest: { method: "PATCH", path: "/bills/{billId}" },
      tool: {
        name: "update_bill",
        keywords: ["rent went up new amount due day end recurring bill"],
        idempotent: true,
        example: { billId: "bil_1", amount: 95 },
      },
    },
    {
      name: "DeleteBill",
      field: "mutation.deleteBill",
      rest: { method: "DELETE", path: "/bills/{billId}" },
      tool: {
        name: "delete_bill",
        keywords: ["remove recurring bill entered by mistake"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListRecurringCharges",
      field: "query.recurringCharges",
      rest: { method: "GET", path: "/recurring-charges" },
      tool: {
        name: "list_recurring_charges",
        group: "bills-and-subscriptions",
        keywords: ["what subscriptions cost per month streaming gym price increase"],
      },
    },
  ],
};
