import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const identityOperations: AreaDefinition<CentralGroup> = {
  area: "identity",
  title: "Profile of the signed-in user, and accounts for administrators",
  family: "success",
  group: "user-administration",
  operations: [
    {
      name: "AccountOverview",
      field: "query.me",
      family: "bare",
      panel: { page: "/usage", title: "Credits" },
    },
    {
      name: "Profile",
      field: "query.profile",
      bodyKey: "user",
      rest: { method: "GET", path: "/auth/me" },
      tool: {
        name: "get_current_user",
        deprecatedAliases: ["get_profile"],
        group: "profile-and-sessions",
        firstDay: true,
        keywords: ["who am i profile logged in"],
      },
    },
    {
      name: "UpdateProfile",
      field: "mutation.updateProfile",
      bodyKey: "user",
      rest: { method: "PATCH", path: "/auth/me" },
      tool: {
        name: "update_profile",
        group: "profile-and-sessions",
        keywords: ["change my name picture"],
        idempotent: true,
      },
    },
    {
      // No tool: an agent's misunderstanding must not close an account.
      name: "DeleteAccount",
      field: "mutation.deleteAccount",
      rest: { method: "DELETE", path: "/auth/me", status: 202 },
    },
    {
      name: "RestoreAccount",
      field: "mutation.restoreAccount",
      bodyKey: "user",
      rest: { method: "POST", path: "/auth/me/restore" },
    },
    {
      name: "Users",
      field: "query.users",
      rest: { method: "GET", path: "/admin/users" },
      tool: { name: "list_users", keywords: ["members customers everybody signed up accounts"] },
      panel: { page: "/admin/users", title: "Users" },
    },
    {
      name: "User",
      field: "query.user",
      bodyKey: "user",
      rest: { method: "GET", path: "/admin/users/{userId}" },
      tool: { name: "get_user", keywords: ["look up an account person member"] },
      panel: { page: "/admin/users", title: "User" },
    },
    {
      name: "SuspendUser",
      field: "mutation.suspendUser",
      bodyKey: "user",
      rest: { method: "POST", path: "/admin/users/{userId}/suspend" },
      tool: {
        name: "suspend_user",
        keywords: ["block ban lock an account"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/admin/users", title: "Suspend a user" },
    },
    {
      name: "RestoreUser",
      field: "mutation.restoreUser",
      bodyKey: "user",
      rest: { method: "POST", path: "/admin/users/{userId}/restore" },
      tool: { name: "restore_user", keywords: ["unblock unban reactivate an account"], idempotent: true },
      panel: { page: "/admin/users", title: "Restore a user" },
    },
    {
      name: "GrantRole",
      field: "mutation.grantRole",
      bodyKey: "user",
      rest: { method: "POST", path: "/admin/users/{userId}/roles" },
      panel: { page: "/admin/users", title: "Grant a role" },
    },
    {
      name: "RevokeRole",
      field: "mutation.revokeRole",
      bodyKey: "user",
      rest: { method: "DELETE", path: "/admin/users/{userId}/roles/{role}" },
      panel: { page: "/admin/users", title: "Revoke a role" },
    },
  ],
};
