import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const reportsOperations: AreaDefinition<CentralGroup> = {
  area: "reports",
  title: "Property reports",
  group: "property-reports",
  operations: [
    {
      name: "Reports",
      field: "query.reports",
      documented: true,
      rest: { method: "GET", path: "/v1/reports" },
      tool: { name: "list_reports", keywords: ["my building reports"] },
    },
    {
      name: "CreateReport",
      field: "mutation.createReport",
      documented: true,
      rest: {
        method: "POST",
        path: "/v1/reports",
        status: 201,
        replayStatus: 200,
        location: "/v1/reports/{id}",
      },
      tool: { name: "create_report", keywords: ["building portfolio report esg"] },
    },
    {
      name: "Report",
      field: "query.report",
      rest: { method: "GET", path: "/v1/reports/{id}" },
      tool: { name: "get_report", keywords: ["open building report"] },
    },
    {
      name: "RefreshReport",
      field: "mutation.refreshReport",
      rest: {
        method: "POST",
        path: "/v1/reports/{id}/refresh",
        status: 201,
        replayStatus: 200,
        location: "/v1/reports/{id}",
      },
      tool: { name: "refresh_report", keywords: ["update building report with newest data"] },
    },
    {
      name: "DeleteReport",
      field: "mutation.deleteReport",
      rest: { method: "DELETE", path: "/v1/reports/{id}" },
      tool: {
        name: "delete_report",
        keywords: ["remove building report"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ExportReport",
      field: "query.reportFile",
      rest: {
        method: "GET",
        path: "/v1/reports/{id}/export",
        file: { download: "download", isDefault: true, types: ["text/csv", "text/html"] },
      },
      tool: { name: "export_report", keywords: ["download building report csv html"] },
    },
  ],
};
