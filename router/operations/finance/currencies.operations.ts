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
  ],
};
