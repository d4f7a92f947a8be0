import type { OperationArea } from "./operation.ts";

// What reveals a secret has no tool: an agent's transcript is no place for one.
export const serviceAccountsOperations: OperationArea = {
  area: "service-accounts",
  title: "Service accounts (admin)",
  operations: [
    {
      name: "ServiceAccounts",
      field: "query.serviceAccounts",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/admin/service-accounts" },
      tool: { name: "list_service_accounts" },
    },
    {
      name: "CreateServiceAccount",
      field: "mutation.createServiceAccount",
      documented: true,
      family: "success",
      rest: { method: "POST", path: "/admin/service-accounts", status: 201 },
    },
    {
      name: "RevokeServiceAccount",
      field: "mutation.revokeServiceAccount",
      documented: true,
      family: "success",
      rest: { method: "DELETE", path: "/admin/service-accounts/{id}" },
      tool: { name: "revoke_service_account", destructive: true, idempotent: true },
    },
  ],
};
