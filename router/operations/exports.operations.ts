import type { OperationArea } from "./operation.ts";

export const exportsOperations: OperationArea = {
  area: "exports",
  title: "Payroll as a file",
  operations: [
    {
      name: "ExportPayroll",
      field: "mutation.exportPayroll",
      documented: true,
      family: "success",
      rest: {
        method: "POST",
        path: "/api/integrations/export-payroll",
        maxBodyBytes: 10 * 1024 * 1024,
        file: {
          download: "options.download",
          types: [
            "text/csv",
            "application/xml",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          ],
        },
      },
      tool: { name: "export_payroll", idempotent: true },
    },
  ],
};
