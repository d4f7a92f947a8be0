import type { OperationArea } from "./operation.ts";

export const auditOperations: OperationArea = {
  area: "audit",
  title: "Audit trail",
  operations: [
    {
      name: "AuditLogs",
      field: "query.auditLogs",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/admin/audit-logs" },
      tool: { name: "list_audit_logs" },
    },
    {
      name: "VerifyAuditLogs",
      field: "query.auditLogCheck",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/admin/audit-logs/verify" },
      tool: { name: "verify_audit_logs" },
    },
  ],
};
