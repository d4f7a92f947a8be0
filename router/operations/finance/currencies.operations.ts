import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeCurrenciesOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "currencies-and-alerts",
  operations: [
    {
      name: "ListExchangeRates",
      field: "query.exchangeRates",
      rest: { method: "GET", path: "/exchange-rates" },
      tool: {
        name: "list_exchange_rates",
        keywords: ["euro dollar rate history fx"],
        example: { base: "EUR", quote: "USD", from: "2026-01-01", to: "2026-01-31" },
      },
    },
    {
      name: "ConvertAmount",
      field: "query.convertedAmount",
      rest: { method: "GET", path: "/conversions" },
      tool: {
        name: "convert_amount",
        keywords: ["how much is it in euros dollars pounds foreign money"],
        example: { amount: 100, from: "USD", to: "EUR" },
      },
    },
    {
      name: "CreateAlert",
      field: "mutation.createAlert",
      rest: { method: "POST", path: "/alerts", status: 201 },
      tool: {
        name: "create_alert",
        keywords: ["warn notify me when balance low overspending bill due"],
        example: { kind: "low_balance", params: { accountId: "acc_1", threshold: 100 }, channel: "mail" },
      },
    },
    {
      name: "ListAlerts",
      field: "query.financeAlerts",
      rest: { method: "GET", path: "/alerts" },
      tool: { name: "list_alerts", keywords: ["what warnings are set up"] },
    },
    {
      name: "DeleteAlert",
      field: "mutation.deleteAlert",
      rest: { method: "DELETE", path: "/alerts/{alertId}" },
      tool: {
        name: "delete_alert",
        keywords: ["stop warning me remove notification"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListAlertEvents",
      field: "query.financeAlertEvents",
      rest: { method: "GET", path: "/alert-events" },
      tool: { name: "list_alert_events", keywords: ["which warnings came fired lately"] },
    },
  ],
};
