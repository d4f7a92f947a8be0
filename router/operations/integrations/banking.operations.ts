import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const bankingOperations: AreaDefinition<CentralGroup> = {
  area: "banking",
  title: "Bank connections, balances and transactions",
  documented: true,
  family: "success",
  group: "bank-connections",
  operations: [
    {
      name: "CreateBankLinkToken",
      field: "mutation.createBankLinkToken",
      rest: { method: "POST", path: "/integrations/bank/link-token" },
      tool: {
        name: "create_bank_link_token",
        keywords: ["connect my bank plaid login repair"],
        openWorld: true,
      },
    },
    {
      name: "ExchangeBankToken",
      field: "mutation.exchangeBankToken",
      rest: { method: "POST", path: "/integrations/bank/exchange-token" },
      tool: {
        name: "exchange_bank_token",
        keywords: ["finish connecting bank plaid public token"],
        openWorld: true,
      },
    },
    {
      name: "BankConnections",
      field: "query.bankConnections",
      rest: { method: "GET", path: "/integrations/bank/connections" },
      tool: { name: "list_bank_connections", keywords: ["which banks are linked"] },
    },
    {
      name: "BankAccountLimit",
      field: "query.bankAccountLimit",
      family: "bare",
      rest: { method: "GET", path: "/integrations/bank/account-limit" },
      tool: { name: "get_bank_account_limit", keywords: ["how many bank accounts may i connect"] },
    },
    {
      name: "BankAccounts",
      field: "query.bankAccounts",
      rest: { method: "GET", path: "/integrations/bank/accounts/{connectionId}" },
      tool: { name: "list_bank_accounts", keywords: ["checking savings accounts at the bank"] },
    },
    {
      name: "BankBalances",
      field: "query.bankBalances",
      rest: { method: "GET", path: "/integrations/bank/balances/{connectionId}" },
      tool: { name: "get_bank_balances", keywords: ["how much money is in the bank"], openWorld: true },
    },
    {
      name: "SyncBankConnection",
      field: "mutation.syncBankConnection",
      rest: { method: "POST", path: "/integrations/bank/sync/{connectionId}" },
      tool: { name: "sync_bank_connection", keywords: ["refresh bank data pull latest"], openWorld: true },
    },
    {
      name: "BankTransactions",
      field: "query.bankTransactions",
      rest: { method: "GET", path: "/integrations/bank/transactions" },
      tool: { name: "list_bank_transactions", keywords: ["bank statement movements deposits withdrawals"] },
    },
    {
      name: "EditBankTransaction",
      field: "mutation.editBankTransaction",
      documented: false,
      bodyKey: "transaction",
      rest: { method: "PATCH", path: "/integrations/bank/transactions/{transactionId}" },
      tool: {
        name: "edit_bank_transaction",
        keywords: ["note category memo on bank movement"],
        idempotent: true,
      },
    },
    {
      name: "ToggleBankApp",
      field: "mutation.toggleBankApp",
      rest: { method: "PUT", path: "/integrations/bank/toggle-app" },
      tool: { name: "toggle_bank_app", keywords: ["share bank with an app allow"], idempotent: true },
    },
    {
      name: "DisconnectBank",
      field: "mutation.disconnectBank",
      rest: { method: "DELETE", path: "/integrations/bank/disconnect/{connectionId}" },
      tool: {
        name: "disconnect_bank",
        keywords: ["unlink my bank plaid"],
        destructive: true,
        idempotent: true,
        openWorld: true,
      },
    },
    {
      name: "CheckBankDuplicate",
      field: "query.bankDuplicate",
      rest: { method: "POST", path: "/integrations/bank/check-duplicate" },
      tool: { name: "check_bank_duplicate", keywords: ["same bank twice already linked"] },
    },
    {
      name: "ReceiveBankEvent",
      field: "mutation.receiveBankEvent",
      rest: {
        method: "POST",
        path: "/integrations/bank/webhook",
        rawBody: { signatureHeader: "plaid-verification" },
      },
    },
    {
      name: "Institutions",
      field: "query.institutions",
      rest: { method: "GET", path: "/integrations/bank/institutions" },
      tool: { name: "search_institutions", keywords: ["find my bank by name"], openWorld: true },
    },
    {
      name: "Institution",
      field: "query.institution",
      bodyKey: "institution",
      rest: { method: "GET", path: "/integrations/bank/institutions/{institutionId}" },
      tool: { name: "get_institution", keywords: ["one bank details health"], openWorld: true },
    },
  ],
};
