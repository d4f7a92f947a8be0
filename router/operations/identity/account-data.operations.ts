import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const accountDataOperations: AreaDefinition<CentralGroup> = {
  area: "account-data",
  title: "Data of an account",
  group: "account-data",
  operations: [
    {
      name: "AccountAuditLog",
      field: "query.accountAuditLog",
      rest: { method: "GET", path: "/account/audit-log" },
      panel: { page: "/audit", title: "Audit log" },
      tool: { name: "list_account_activity", keywords: ["who did what audit history member changes log"] },
    },
    {
      name: "AccountAuditFile",
      field: "query.accountAuditFile",
      rest: {
        method: "GET",
        path: "/account/audit-log/export",
        file: { download: "download", types: ["text/csv", "application/jsonl"] },
      },
      panel: { page: "/audit", title: "Export the audit log" },
      tool: { name: "export_account_activity", keywords: ["audit log csv download auditor"] },
    },
    {
      name: "AccountAuditCheck",
      field: "query.accountAuditCheck",
      rest: { method: "GET", path: "/account/audit-log/verification" },
      panel: { page: "/audit", title: "Verification" },
      tool: { name: "verify_account_activity", keywords: ["audit log tampered integrity hash chain proof"] },
    },
    {
      name: "NotificationPreferences",
      field: "query.notificationPreferences",
      rest: { method: "GET", path: "/account/notification-preferences" },
      tool: { name: "get_notification_preferences", keywords: ["which mails do i get emails settings"] },
      panel: { page: "/settings", title: "Notifications" },
    },
    {
      name: "UpdateNotificationPreferences",
      field: "mutation.updateNotificationPreferences",
      rest: { method: "PATCH", path: "/account/notification-preferences" },
      tool: {
        name: "update_notification_preferences",
        keywords: ["stop mails unsubscribe turn off emails"],
        idempotent: true,
      },
      panel: { page: "/settings", title: "Switch a notification" },
    },
    {
      name: "DataExports",
      field: "query.dataExports",
      rest: { method: "GET", path: "/account/data-exports" },
      panel: { page: "/data-export", title: "Data exports" },
      tool: { name: "list_data_exports", keywords: ["archives takeout backup downloads gdpr"] },
    },
    {
      name: "DataExport",
      field: "query.dataExport",
      rest: { method: "GET", path: "/account/data-exports/{exportId}" },
      tool: { name: "get_data_export", keywords: ["is my archive ready progress download link"] },
    },
    {
      name: "ExportMyData",
      field: "mutation.exportMyData",
      rest: { method: "POST", path: "/account/data-exports", status: 202 },
      panel: { page: "/data-export", title: "Export all data" },
      tool: {
        name: "export_my_data",
        keywords: ["takeout gdpr portability backup everything archive"],
        job: {
          id: "id",
          readWith: "get_data_export",
          argument: "exportId",
          state: "status",
          done: ["ready"],
          failed: ["failed", "canceled", "expired"],
        },
      },
    },
    {
      name: "CancelDataExport",
      field: "mutation.cancelDataExport",
      rest: { method: "DELETE", path: "/account/data-exports/{exportId}" },
      panel: { page: "/data-export", title: "Cancel or delete an export" },
      tool: {
        name: "cancel_data_export",
        keywords: ["stop remove archive"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
