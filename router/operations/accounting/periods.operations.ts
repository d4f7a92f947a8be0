import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const fiscalPeriodsOperations: AreaDefinition<CentralGroup> = {
  area: "fiscal-periods",
  title: "Fiscal periods",
  pathPrefix: "/accounting",
  group: "fiscal-periods",
  operations: [
    {
      name: "ListFiscalPeriods",
      field: "query.fiscalPeriods",
      rest: { method: "GET", path: "/fiscal-periods" },
      tool: {
        name: "list_fiscal_periods",
        keywords: ["bookkeeping accounting months which are locked books"],
      },
    },
    {
      name: "CloseFiscalPeriod",
      field: "mutation.closeFiscalPeriod",
      rest: { method: "POST", path: "/fiscal-periods/{periodId}/close" },
      tool: {
        name: "close_fiscal_period",
        keywords: ["bookkeeping accounting lock month end year end close the books"],
        destructive: true,
        example: { periodId: "fpd_01m853j85mqsazhj33f9m7ax3a_202603" },
      },
    },
    {
      name: "ReopenFiscalPeriod",
      field: "mutation.reopenFiscalPeriod",
      rest: { method: "POST", path: "/fiscal-periods/{periodId}/reopen" },
      tool: {
        name: "reopen_fiscal_period",
        keywords: ["bookkeeping accounting unlock month open the books correction"],
        idempotent: true,
        example: { periodId: "fpd_01m853j85mqsazhj33f9m7ax3a_202603", reason: "A late invoice of a vendor" },
      },
    },
    {
      name: "GetForeignBalances",
      field: "query.foreignBalances",
      rest: { method: "GET", path: "/foreign-balances" },
      tool: {
        name: "get_foreign_balances",
        keywords: ["bookkeeping foreign currency accounts euro exchange which rates needed month end"],
      },
    },
    {
      name: "RevalueForeignBalances",
      field: "mutation.revalueForeignBalances",
      rest: { method: "POST", path: "/foreign-balances/revalue" },
      tool: {
        name: "revalue_foreign_balances",
        keywords: ["bookkeeping revaluation exchange gain loss unrealized month end closing rate fx"],
        idempotent: true,
        example: {
          asOf: "2026-03-31",
          rates: [{ foreignCurrency: "EUR", exchangeRate: 1.0842 }],
        },
      },
    },
  ],
};
