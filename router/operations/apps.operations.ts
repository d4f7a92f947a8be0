import type { OperationArea } from "./operation.ts";

export const appsOperations: OperationArea = {
  area: "apps",
  title: "Registry of apps, for administrators",
  operations: [
    {
      name: "AppRegistry",
      field: "query.appRegistry",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/admin/apps" },
      tool: { name: "list_registered_apps" },
    },
    {
      name: "RegisteredApp",
      field: "query.registeredApp",
      documented: false,
      family: "success",
      bodyKey: "app",
      rest: { method: "GET", path: "/admin/apps/{appId}" },
      tool: { name: "get_registered_app" },
    },
    {
      name: "CreateApp",
      field: "mutation.createApp",
      documented: false,
      family: "success",
      bodyKey: "app",
      rest: { method: "POST", path: "/admin/apps", status: 201 },
      tool: { name: "create_app" },
    },
    {
      name: "UpdateApp",
      field: "mutation.updateApp",
      documented: false,
      family: "success",
      bodyKey: "app",
      rest: { method: "PATCH", path: "/admin/apps/{appId}" },
      tool: { name: "update_app", destructive: true, idempotent: true },
    },
  ],
};
