import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const invoicingExpensesOperations: AreaDefinition<InvoicingGroup> = {
  area: "invoicing-expenses",
  title: "Receipts and expenses of the invoicing app",
  needsApp: true,
  group: "receipts-and-expenses",
  operations: [
    {
      name: "UpdateExpense",
      field: "mutation.updateExpense",
      rest: { method: "PATCH", path: "/expenses/{expenseId}" },
      tool: {
        name: "update_expense",
        group: "expenses",
        keywords: ["cost wrong amount vendor category change"],
        idempotent: true,
      },
    },
    {
      name: "DeleteExpense",
      field: "mutation.deleteExpense",
      rest: { method: "DELETE", path: "/expenses/{expenseId}" },
      tool: {
        name: "delete_expense",
        group: "expenses",
        keywords: ["cost entered twice remove"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "BillExpenseToClient",
      field: "mutation.billExpenseToClient",
      rest: { method: "POST", path: "/expenses/{expenseId}/bill", status: 201 },
      tool: {
        name: "bill_expense_to_client",
        group: "expenses",
        keywords: ["pass cost on to customer markup reimburse"],
      },
    },
    {
      name: "ScanReceipt",
      field: "mutation.scanReceipt",
      rest: {
        method: "POST",
        path: "/receipts",
        status: 201,
        maxBodyBytes: 14 * 1024 * 1024,
      },
      tool: {
        name: "scan_receipt",
        firstDay: true,
        keywords: ["photo picture ocr read lunch paper"],
        file: { as: "imageBase64", encoding: "base64", types: ["image/png", "image/jpeg"] },
      },
    },
    {
      name: "GetReceipt",
      field: "query.receipt",
      rest: { method: "GET", path: "/receipts/{receiptId}" },
      tool: { name: "get_receipt", keywords: ["show scanned slip picture"] },
    },
    {
      name: "GetReceiptImage",
      field: "query.receiptImage",
      rest: {
        method: "GET",
        path: "/receipts/{receiptId}/image",
        file: { download: "download", types: ["image/png", "image/jpeg"] },
      },
      tool: { name: "get_receipt_image", keywords: ["open photo picture of scanned slip"] },
    },
    {
      name: "ListReceipts",
      field: "query.receipts",
      rest: { method: "GET", path: "/receipts" },
      tool: { name: "list_receipts", keywords: ["scanned slips to look through"] },
    },
    {
      name: "ConfirmReceipt",
      field: "mutation.confirmReceipt",
      rest: { method: "POST", path: "/receipts/{receiptId}/confirm", status: 201 },
      tool: { name: "confirm_receipt", firstDay: true, keywords: ["scanned correct save"] },
    },
    {
      name: "DiscardReceipt",
      field: "mutation.discardReceipt",
      rest: { method: "POST", path: "/receipts/{receiptId}/discard" },
      tool: {
        name: "discard_receipt",
        keywords: ["throw away scanned slip"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "CreateExpense",
      field: "mutation.createExpense",
      rest: { method: "POST", path: "/expenses", status: 201 },
      tool: { name: "create_expense", firstDay: true, keywords: ["cost spent business ticket log purchase"] },
    },
    {
      name: "GetExpense",
      field: "query.expense",
      rest: { method: "GET", path: "/expenses/{expenseId}" },
      tool: { name: "get_expense", keywords: ["show cost"] },
    },
    {
      name: "ListExpenses",
      field: "query.expenses",
      rest: { method: "GET", path: "/expenses" },
      tool: { name: "list_expenses", firstDay: true, keywords: ["costs spent business month purchases"] },
    },
  ],
};
