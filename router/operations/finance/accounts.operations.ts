import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financeArea } from "./finance.area.ts";

export const financeAccountsOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "accounts",
  operations: [
    {
      name: "CreateAccount",
      field: "mutation.createAccount",
      rest: { method: "POST", path: "/accounts", status: 201 },
      tool: {
        name: "create_account",
        firstDay: true,
        keywords: ["add checking savings credit card wallet"],
        example: {
          name: "Checking",
          kind: "checking",
          currency: "USD",
          openingBalance: 1200,
          openedOn: "2026-01-01",
        },
      },
    },
    {
      name: "GetAccount",
      field: "query.financeAccount",
      rest: { method: "GET", path: "/accounts/{accountId}" },
      tool: {
        name: "get_account",
        firstDay: true,
        keywords: ["how much is in checking savings account balance now"],
      },
    },
    {
      name: "ListAccounts",
      field: "query.financeAccounts",
      rest: { method: "GET", path: "/accounts" },
      tool: { name: "list_accounts", firstDay: true, keywords: ["all my accounts money in each"] },
    },
    {
      name: "GetAccountBalanceHistory",
      field: "query.accountBalanceHistory",
      rest: { method: "GET", path: "/accounts/{accountId}/balances" },
      tool: {
        name: "get_account_balance_history",
        firstDay: true,
        keywords: ["how did balance develop over last year months account chart"],
      },
    },
    {
      name: "ReconcileAccount",
      field: "mutation.reconcileAccount",
      rest: { method: "POST", path: "/accounts/{accountId}/reconciliations" },
      tool: {
        name: "reconcile_account",
        firstDay: true,
        keywords: ["match bank statement books agree"],
        idempotent: true,
      },
    },
    {
      name: "SetExchangeRate",
      field: "mutation.setExchangeRate",
      rest: { method: "PUT", path: "/exchange-rates" },
      tool: {
        name: "set_exchange_rate",
        group: "currencies-and-alerts",
        keywords: ["euro dollar rate by hand"],
        idempotent: true,
        example: { date: "2026-01-01", base: "EUR", quote: "USD", rate: 1.1 },
      },
    },
  ],
};
