import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financeArea } from "./finance.area.ts";

export const financeTransactionsOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "transactions",
  operations: [
    {
      name: "AddTransaction",
      field: "mutation.addTransaction",
      rest: { method: "POST", path: "/transactions", status: 201 },
      tool: {
        name: "add_transaction",
        firstDay: true,
        keywords: ["spent bought paid coffee groceries expense record"],
        example: { accountId: "acc_1", date: "2026-01-05", amount: -42.5, payee: "Corner Market" },
      },
    },
    {
      name: "GetTransaction",
      field: "query.financeTransaction",
      rest: { method: "GET", path: "/transactions/{transactionId}" },
      tool: { name: "get_transaction", keywords: ["show purchase payment details"] },
    },
    {
      name: "ListTransactions",
      field: "query.financeTransactions",
      rest: { method: "GET", path: "/transactions" },
      tool: { name: "list_transactions", firstDay: true, keywords: ["what did i spend purchases lately"] },
    },
    {
      name: "SearchTransactions",
      field: "query.financeTransactionSearch",
      rest: { method: "GET", path: "/transaction-search" },
      tool: { name: "search_transactions", firstDay: true, keywords: ["find payment where when bought"] },
    },
    {
      name: "UpdateTransaction",
      field: "mutation.updateTransaction",
      rest: { method: "PATCH", path: "/transactions/{transactionId}" },
      tool: {
        name: "update_transaction",
        firstDay: true,
        keywords: ["correct purchase amount date"],
        idempotent: true,
      },
    },
    {
      name: "SplitTransaction",
      field: "mutation.splitTransaction",
      rest: { method: "PUT", path: "/transactions/{transactionId}/splits" },
      tool: {
        name: "split_transaction",
        firstDay: true,
        keywords: ["part divide two categories purchase half part divide two several categories"],
        idempotent: true,
        example: {
          transactionId: "trn_1",
          splits: [
            { categoryId: "cat_1", amount: -30 },
            { categoryId: "cat_2", amount: -12.5, note: "Soap" },
          ],
        },
      },
    },
    {
      name: "UnsplitTransaction",
      field: "mutation.unsplitTransaction",
      rest: { method: "DELETE", path: "/transactions/{transactionId}/splits" },
      tool: { name: "unsplit_transaction", keywords: ["put parts of purchase together"], idempotent: true },
    },
    {
      name: "BulkCategorize",
      field: "mutation.bulkCategorize",
      rest: { method: "POST", path: "/transactions/categorize" },
      tool: {
        name: "bulk_categorize",
        firstDay: true,
        keywords: ["many sort categories at once"],
        idempotent: true,
        example: { transactionIds: ["trn_1"], categoryId: "cat_1" },
      },
    },
    {
      name: "DeleteTransaction",
      field: "mutation.deleteTransaction",
      rest: { method: "DELETE", path: "/transactions/{transactionId}" },
      tool: {
        name: "delete_transaction",
        keywords: ["remove purchase entered by mistake"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "AddTransfer",
      field: "mutation.addTransfer",
      rest: { method: "POST", path: "/transfers", status: 201 },
      tool: {
        name: "add_transfer",
        firstDay: true,
        keywords: ["move money between accounts savings checking"],
        example: { fromAccountId: "acc_1", toAccountId: "acc_2", date: "2026-01-05", amount: 200 },
      },
    },
    {
      name: "PreviewImport",
      field: "query.importPreview",
      rest: { method: "POST", path: "/accounts/{accountId}/import-previews" },
      tool: {
        name: "preview_import",
        group: "bank-links-and-import",
        firstDay: true,
        keywords: ["what would file from bank bring check first"],
        file: { as: "content", encoding: "utf8", types: ["text/csv", "text/plain"] },
        example: {
          accountId: "acc_1",
          format: "csv",
          content: "date,payee,amount\n2026-01-05,Market,-12.50\n",
        },
      },
    },
    {
      name: "ImportTransactions",
      field: "mutation.importTransactions",
      rest: { method: "POST", path: "/imports", status: 201 },
      tool: {
        name: "import_transactions",
        group: "bank-links-and-import",
        firstDay: true,
        keywords: ["csv ofx camt bank file statement bring upload move from other budget program"],
        file: { as: "content", encoding: "utf8", types: ["text/csv", "text/plain"] },
        example: {
          accountId: "acc_1",
          format: "csv",
          content: "date,payee,amount\n2026-01-05,Market,-12.50\n",
        },
      },
    },
    {
      name: "UndoImport",
      field: "mutation.undoImport",
      rest: { method: "POST", path: "/imports/{batchId}/undo" },
      tool: {
        name: "undo_import",
        group: "bank-links-and-import",
        keywords: ["loaded wrong file take out again"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "SyncBankLink",
      field: "mutation.syncBankLink",
      rest: { method: "POST", path: "/bank-links/{linkId}/sync" },
      tool: {
        name: "sync_bank_link",
        group: "bank-links-and-import",
        firstDay: true,
        keywords: ["refresh get newest from bank now"],
        openWorld: true,
      },
    },
  ],
};
