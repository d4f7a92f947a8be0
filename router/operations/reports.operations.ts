import type { OperationArea } from "./operation.ts";

export const reportsOperations: OperationArea = {
  area: "reports",
  title: "Property reports",
  operations: [
    {
      name: "Reports",
      field: "query.reports",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/v1/reports" },
      tool: { name: "list_reports" },
    },
    {
      name: "CreateReport",
      field: "mutation.createReport",
      documented: true,
      family: "bare",
      rest: {
        method: "POST",
        path: "/v1/reports",
        status: 201,
        replayStatus: 200,
        location: "/v1/reports/{id}",
      },
      tool: { name: "create_report" },
    },
    {
      name: "Report",
      field: "query.report",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/reports/{id}" },
      tool: { name: "get_report" },
    },
    {
      name: "RefreshReport",
      field: "mutation.refreshReport",
      documented: false,
      family: "bare",
      rest: {
        method: "POST",
        path: "/v1/reports/{id}/refresh",
        status: 201,
        replayStatus: 200,
        location: "/v1/reports/{id}",
      },
      tool: { name: "refresh_report" },
    },
    {
      name: "DeleteReport",
      field: "mutation.deleteReport",
      documented: false,
      family: "bare",
      rest: { method: "DELETE", path: "/v1/reports/{id}" },
      tool: { name: "delete_report", destructive: true, idempotent: true },
    },
    {
      name: "ExportReport",
      field: "query.reportFile",
      documented: false,
      family: "bare",
      rest: {
        method: "GET",
        path: "/v1/reports/{id}/export",
        file: { download: "download", isDefault: true, types: ["text/csv", "text/html"] },
      },
      tool: { name: "export_report" },
    },
  ],
};
