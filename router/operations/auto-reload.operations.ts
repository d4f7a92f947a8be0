import type { OperationArea } from "./operation.ts";

export const autoReloadOperations: OperationArea = {
  area: "auto-reload",
  title: "Credits that are reloaded by themselves",
  operations: [
    {
      name: "SetAutoReload",
      field: "mutation.setAutoReload",
      documented: true,
      family: "success",
      rest: { method: "PUT", path: "/credits/auto-reload", needsApp: true },
      tool: { name: "set_auto_reload", idempotent: true, openWorld: true },
      panel: { page: "/settings", title: "Change auto-reload" },
    },
    {
      name: "AutoReload",
      field: "query.autoReload",
      documented: false,
      family: "success",
      bodyKey: "config",
      rest: { method: "GET", path: "/credits/auto-reload", needsApp: true },
      tool: { name: "get_auto_reload" },
      panel: { page: "/settings", title: "Auto-reload" },
    },
    {
      name: "AutoReloadHistory",
      field: "query.autoReloadHistory",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/credits/auto-reload/history", needsApp: true },
      tool: { name: "list_auto_reload_history" },
      panel: { page: "/settings", title: "Reloads" },
    },
  ],
};
