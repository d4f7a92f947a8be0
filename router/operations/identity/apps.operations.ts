import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const appsOperations: AreaDefinition<CentralGroup> = {
  area: "apps",
  title: "App registry for administrators",
  family: "success",
  group: "app-administration",
  operations: [
    {
      name: "AppRegistry",
      field: "query.appRegistry",
      rest: { method: "GET", path: "/admin/apps" },
      tool: { name: "list_registered_apps", keywords: ["which applications are registered"] },
      panel: { page: "/admin/apps", title: "Apps" },
    },
    {
      name: "RegisteredApp",
      field: "query.registeredApp",
      bodyKey: "app",
      rest: { method: "GET", path: "/admin/apps/{appId}" },
      tool: { name: "get_registered_app", keywords: ["one application details origins"] },
      panel: { page: "/admin/apps", title: "App" },
    },
    {
      name: "CreateApp",
      field: "mutation.createApp",
      bodyKey: "app",
      rest: { method: "POST", path: "/admin/apps", status: 201 },
      tool: { name: "create_app", keywords: ["register new application origin"] },
      panel: { page: "/admin/apps", title: "New app" },
    },
    {
      name: "UpdateApp",
      field: "mutation.updateApp",
      bodyKey: "app",
      rest: { method: "PATCH", path: "/admin/apps/{appId}" },
      tool: {
        name: "update_app",
        keywords: ["change application name origin hide retire"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/admin/apps", title: "Change an app" },
    },
  ],
};
