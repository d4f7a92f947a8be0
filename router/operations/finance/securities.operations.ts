import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeSecuritiesOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "trades-and-tax-lots",
  operations: [
    {
      name: "ListSecurities",
      field: "query.securities",
      rest: { method: "GET", path: "/securities" },
      tool: { name: "list_securities", keywords: ["ticker symbols followed"] },
    },
    {
      name: "ListTrades",
      field: "query.trades",
      rest: { method: "GET", path: "/trades" },
      tool: { name: "list_trades", keywords: ["bought sold shares history orders"] },
    },
    {
      name: "UpdateTrade",
      field: "mutation.updateTrade",
      rest: { method: "PATCH", path: "/trades/{tradeId}" },
      tool: {
        name: "update_trade",
        keywords: ["fix wrong share price quantity typed correction"],
        example: { tradeId: "trd_1", price: 101.5 },
      },
    },
    {
      name: "DeleteTrade",
      field: "mutation.deleteTrade",
      rest: { method: "DELETE", path: "/trades/{tradeId}" },
      tool: {
        name: "delete_trade",
        keywords: ["remove share purchase sale entered by mistake"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "RecordDividend",
      field: "mutation.recordDividend",
      rest: { method: "POST", path: "/dividends", status: 201 },
      tool: {
        name: "record_dividend",
        keywords: ["payout from shares drip distribution"],
        example: { accountId: "acc_1", securityId: "sec_1", date: "2026-03-31", amount: 42.5 },
      },
    },
    {
      name: "RecordStockSplit",
      field: "mutation.recordStockSplit",
      rest: { method: "POST", path: "/securities/{securityId}/splits", status: 201 },
      tool: {
        name: "record_stock_split",
        keywords: ["two for one reverse split shares multiplied"],
        example: { securityId: "sec_1", date: "2026-06-10", numerator: 2, denominator: 1 },
      },
    },
    {
      name: "RecordSpinOff",
      field: "mutation.recordSpinOff",
      rest: { method: "POST", path: "/securities/{securityId}/spin-offs", status: 201 },
      tool: {
        name: "record_spin_off",
        keywords: ["company separated new shares form 8937 basis allocation"],
        example: {
          accountId: "acc_1",
          securityId: "sec_1",
          newSecurityId: "sec_2",
          date: "2026-04-01",
          unitsPerShare: 0.25,
          basisPercent: 12.5,
        },
      },
    },
    {
      name: "ListTaxLots",
      field: "query.taxLots",
      rest: { method: "GET", path: "/securities/{securityId}/tax-lots" },
      tool: { name: "list_tax_lots", keywords: ["cost basis long term when can i sell"] },
    },
    {
      name: "GetRealizedGains",
      field: "query.realizedGains",
      rest: { method: "GET", path: "/realized-gains/{year}" },
      tool: {
        name: "get_realized_gains",
        keywords: ["schedule d 8949 profit sold stocks wash sale"],
        example: { year: 2026, method: "fifo" },
      },
    },
    {
      name: "GetAssetAllocation",
      field: "query.assetAllocation",
      rest: { method: "GET", path: "/asset-allocation" },
      tool: {
        name: "get_asset_allocation",
        group: "asset-allocation",
        keywords: ["how diversified stocks bonds share mix"],
        example: { by: "class" },
      },
    },
    {
      name: "SetTargetAllocation",
      field: "mutation.setTargetAllocation",
      rest: { method: "PUT", path: "/target-allocation" },
      tool: {
        name: "set_target_allocation",
        group: "asset-allocation",
        keywords: ["sixty forty stocks bonds goal mix"],
        idempotent: true,
        example: {
          targets: [
            { class: "fund", percent: 80 },
            { class: "bond", percent: 20 },
          ],
        },
      },
    },
    {
      name: "GetRebalancingPlan",
      field: "query.rebalancingPlan",
      rest: { method: "GET", path: "/rebalancing-plan" },
      tool: {
        name: "get_rebalancing_plan",
        group: "asset-allocation",
        keywords: ["what to buy sell to get back to mix"],
      },
    },
  ],
};
