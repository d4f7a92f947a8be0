import type { AreaDefinition } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";

export const exportsOperations: AreaDefinition<PayrollGroup> = {
  area: "exports",
  title: "Payroll export",
  app: "payroll",
  documented: true,
  family: "success",
  operations: [
    {
      name: "ExportPayroll",
      field: "mutation.exportPayroll",
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
      tool: {
        name: "export_payroll",
        group: "forms-and-reports",
        keywords: ["file spreadsheet accountant csv payroll"],
        idempotent: true,
      },
    },
  ],
};
