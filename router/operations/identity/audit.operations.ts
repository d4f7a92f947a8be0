import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const auditOperations: AreaDefinition<CentralGroup> = {
  area: "audit",
  title: "Audit trail",
  family: "success",
  group: "platform-operations",
  operations: [
    {
      name: "AuditLogs",
      field: "query.auditLogs",
      rest: { method: "GET", path: "/admin/audit-logs" },
      tool: { name: "list_audit_logs", keywords: ["who did what audit trail history log"] },
      panel: { page: "/admin/audit-logs", title: "Audit trail" },
    },
    {
      name: "VerifyAuditLogs",
      field: "query.auditLogCheck",
      rest: { method: "GET", path: "/admin/audit-logs/verify" },
      tool: { name: "verify_audit_logs", keywords: ["audit trail tampered integrity hash chain"] },
      panel: { page: "/admin/audit-logs", title: "Verification of the hash chain" },
    },
  ],
};
