import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const accountAdministrationOperations: AreaDefinition<CentralGroup> = {
  area: "account-administration",
  title: "Accounts and organizations, for administrators",
  family: "success",
  pathPrefix: "/admin",
  group: "account-administration",
  operations: [
    {
      name: "AccountRegistry",
      field: "query.accountRegistry",
      rest: { method: "GET", path: "/accounts" },
      tool: { name: "list_registered_accounts", keywords: ["all tenants organizations companies customers"] },
      panel: { page: "/admin/accounts", title: "Accounts" },
    },
    {
      name: "RegisteredAccount",
      field: "query.registeredAccount",
      bodyKey: "account",
      rest: { method: "GET", path: "/accounts/{accountId}" },
      tool: { name: "get_registered_account", keywords: ["look up tenant owners balance plan"] },
      panel: { page: "/admin/accounts", title: "Account" },
    },
    {
      name: "SuspendOrganization",
      field: "mutation.suspendOrganization",
      bodyKey: "account",
      rest: { method: "POST", path: "/accounts/{accountId}/suspend" },
      tool: {
        name: "suspend_organization",
        keywords: ["block ban lock a tenant company"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/admin/accounts", title: "Suspend an organization" },
    },
    {
      name: "RestoreOrganization",
      field: "mutation.restoreOrganization",
      bodyKey: "account",
      rest: { method: "POST", path: "/accounts/{accountId}/restore" },
      tool: {
        name: "restore_organization",
        keywords: ["unblock unban reactivate a tenant company"],
        idempotent: true,
      },
      panel: { page: "/admin/accounts", title: "Restore an organization" },
    },
  ],
};
