import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

// Operations that reveal a secret have no tool: a secret must not appear in an agent's transcript.
export const serviceAccountsOperations: AreaDefinition<CentralGroup> = {
  area: "service-accounts",
  title: "Service accounts (admin)",
  documented: true,
  family: "success",
  group: "app-administration",
  operations: [
    {
      name: "ServiceAccounts",
      field: "query.serviceAccounts",
      rest: { method: "GET", path: "/admin/service-accounts" },
      tool: { name: "list_service_accounts", keywords: ["machine accounts robots integrations"] },
    },
    {
      name: "CreateServiceAccount",
      field: "mutation.createServiceAccount",
      rest: { method: "POST", path: "/admin/service-accounts", status: 201 },
    },
    {
      name: "RevokeServiceAccount",
      field: "mutation.revokeServiceAccount",
      rest: { method: "DELETE", path: "/admin/service-accounts/{id}" },
      tool: {
        name: "revoke_service_account",
        keywords: ["disable machine account"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
