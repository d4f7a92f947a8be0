import { financeRow as row } from "./finance-row.ts";
import type { OperationArea } from "./operation.ts";

export const financeOperations: OperationArea = {
  area: "finance",
  title: "Personal finance",
  operations: [
    row(
      "CreateAccount",
      "mutation.createAccount",
      { method: "POST", path: "/accounts", status: 201 },
      {
        name: "create_account",
        example: {
          name: "Checking",
          kind: "checking",
          currency: "USD",
          openingBalance: 1200,
          openedOn: "2026-01-01",
        },
      },
    ),
    row(
      "GetAccount",
      "query.financeAccount",
      { method: "GET", path: "/accounts/{accountId}" },
      { name: "get_account" },
    ),
    row(
      "ListAccounts",
      "query.financeAccounts",
      { method: "GET", path: "/accounts" },
      { name: "list_accounts" },
    ),
    row(
      "GetAccountBalanceHistory",
      "query.accountBalanceHistory",
      { method: "GET", path: "/accounts/{accountId}/balances" },
      { name: "get_account_balance_history" },
    ),
    row(
      "ReconcileAccount",
      "mutation.reconcileAccount",
      { method: "POST", path: "/accounts/{accountId}/reconciliations" },
      { name: "reconcile_account", idempotent: true },
    ),
    row(
      "SetExchangeRate",
      "mutation.setExchangeRate",
      { method: "PUT", path: "/exchange-rates" },
      {
        name: "set_exchange_rate",
        idempotent: true,
        example: { date: "2026-01-01", base: "EUR", quote: "USD", rate: 1.1 },
      },
    ),
    row(
      "AddTransaction",
      "mutation.addTransaction",
      { method: "POST", path: "/transactions", status: 201 },
      {
        name: "add_transaction",
        example: { accountId: "acc_1", date: "2026-01-05", amount: -42.5, payee: "Corner Market" },
      },
    ),
    row(
      "GetTransaction",
      "query.financeTransaction",
      { method: "GET", path: "/transactions/{transactionId}" },
      { name: "get_transaction" },
    ),
    row(
      "ListTransactions",
      "query.financeTransactions",
      { method: "GET", path: "/transactions" },
      { name: "list_transactions" },
    ),
    row(
      "SearchTransactions",
      "query.financeTransactionSearch",
      { method: "GET", path: "/transaction-search" },
      { name: "search_transactions" },
    ),
    row(
      "UpdateTransaction",
      "mutation.updateTransaction",
      { method: "PATCH", path: "/transactions/{transactionId}" },
      { name: "update_transaction", idempotent: true },
    ),
    row(
      "SplitTransaction",
      "mutation.splitTransaction",
      { method: "PUT", path: "/transactions/{transactionId}/splits" },
      {
        name: "split_transaction",
        idempotent: true,
        example: {
          transactionId: "trn_1",
          splits: [
            { categoryId: "cat_1", amount: -30 },
            { categoryId: "cat_2", amount: -12.5, note: "Soap" },
          ],
        },
      },
    ),
    row(
      "UnsplitTransaction",
      "mutation.unsplitTransaction",
      { method: "DELETE", path: "/transactions/{transactionId}/splits" },
      { name: "unsplit_transaction", idempotent: true },
    ),
    row(
      "BulkCategorize",
      "mutation.bulkCategorize",
      { method: "POST", path: "/transactions/categorize" },
      {
        name: "bulk_categorize",
        idempotent: true,
        example: { transactionIds: ["trn_1"], categoryId: "cat_1" },
      },
    ),
    row(
      "DeleteTransaction",
      "mutation.deleteTransaction",
      { method: "DELETE", path: "/transactions/{transactionId}" },
      { name: "delete_transaction", destructive: true, idempotent: true },
    ),
    row(
      "AddTransfer",
      "mutation.addTransfer",
      { method: "POST", path: "/transfers", status: 201 },
      {
        name: "add_transfer",
        example: { fromAccountId: "acc_1", toAccountId: "acc_2", date: "2026-01-05", amount: 200 },
      },
    ),
    row(
      "PreviewImport",
      "query.importPreview",
      { method: "POST", path: "/accounts/{accountId}/import-previews" },
      {
        name: "preview_import",
        file: { as: "content", encoding: "utf8", types: ["text/csv", "text/plain"] },
        example: {
          accountId: "acc_1",
          format: "csv",
          content: "date,payee,amount\n2026-01-05,Market,-12.50\n",
        },
      },
    ),
    row(
      "ImportTransactions",
      "mutation.importTransactions",
      { method: "POST", path: "/imports", status: 201 },
      {
        name: "import_transactions",
        file: { as: "content", encoding: "utf8", types: ["text/csv", "text/plain"] },
        example: {
          accountId: "acc_1",
          format: "csv",
          content: "date,payee,amount\n2026-01-05,Market,-12.50\n",
        },
      },
    ),
    row(
      "UndoImport",
      "mutation.undoImport",
      { method: "POST", path: "/imports/{batchId}/undo" },
      { name: "undo_import", destructive: true, idempotent: true },
    ),
    row(
      "SyncBankLink",
      "mutation.syncBankLink",
      { method: "POST", path: "/bank-links/{linkId}/sync" },
      { name: "sync_bank_link", openWorld: true },
    ),
    row(
      "CreateCategory",
      "mutation.createCategory",
      { method: "POST", path: "/categories", status: 201 },
      { name: "create_category" },
    ),
    row(
      "ListCategories",
      "query.financeCategories",
      { method: "GET", path: "/categories" },
      { name: "list_categories" },
    ),
    row(
      "CreateCategoryGroup",
      "mutation.createCategoryGroup",
      { method: "POST", path: "/category-groups", status: 201 },
      { name: "create_category_group" },
    ),
    row(
      "CreateRule",
      "mutation.createRule",
      { method: "POST", path: "/rules", status: 201 },
      {
        name: "create_rule",
        example: {
          conditions: [{ field: "payee", operator: "contains", value: "market" }],
          actions: [{ set: "category", value: "cat_1" }],
        },
      },
    ),
    row("ListRules", "query.categorisationRules", { method: "GET", path: "/rules" }, { name: "list_rules" }),
    row(
      "ApplyRules",
      "mutation.applyRules",
      { method: "POST", path: "/rules/apply" },
      { name: "apply_rules", idempotent: true },
    ),
  ],
};
