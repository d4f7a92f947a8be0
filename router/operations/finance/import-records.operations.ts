import type { AreaDefinition } from "../area.ts";
import { financeArea } from "./finance.area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financeImportRecordsOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "import-records",
  operations: [
    {
      name: "ListImportBatches",
      field: "query.importBatches",
      rest: { method: "GET", path: "/imports" },
      tool: { name: "list_import_batches", keywords: ["which bank files statements were loaded"] },
    },
    {
      name: "SaveImportMapping",
      field: "mutation.saveImportMapping",
      rest: { method: "PUT", path: "/accounts/{accountId}/import-mappings" },
      tool: {
        name: "save_import_mapping",
        keywords: ["remember columns of bank csv layout for next time"],
        idempotent: true,
        example: { accountId: "acc_1", name: "Bank download", mapping: { amount: "Value" } },
      },
    },
    {
      name: "ListImportMappings",
      field: "query.importMappings",
      rest: { method: "GET", path: "/accounts/{accountId}/import-mappings" },
      tool: { name: "list_import_mappings", keywords: ["saved columns of bank csv layouts"] },
    },
    {
      name: "ExportTransactions",
      field: "query.transactionExport",
      rest: {
        method: "GET",
        path: "/transaction-export",
        file: { download: "download", types: ["text/csv", "application/x-ofx", "text/plain"] },
      },
      tool: {
        name: "export_transactions",
        keywords: ["download spreadsheet purchases backup file for other program plain text accounting"],
        example: { format: "csv", from: "2026-01-01", to: "2026-12-31" },
      },
    },
  ],
};
