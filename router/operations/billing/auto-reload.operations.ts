import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const autoReloadOperations: AreaDefinition<CentralGroup> = {
  area: "auto-reload",
  title: "Auto-reload of credits",
  documented: true,
  family: "success",
  needsApp: true,
  group: "credits",
  operations: [
    {
      name: "SetAutoReload",
      field: "mutation.setAutoReload",
      rest: { method: "PUT", path: "/credits/auto-reload" },
      tool: {
        name: "set_auto_reload",
        firstDay: true,
        keywords: ["top up credits automatically refill low"],
        idempotent: true,
        openWorld: true,
      },
      panel: { page: "/settings", title: "Change auto-reload" },
    },
    {
      name: "AutoReload",
      field: "query.autoReload",
      documented: false,
      bodyKey: "config",
      rest: { method: "GET", path: "/credits/auto-reload" },
      tool: { name: "get_auto_reload", firstDay: true, keywords: ["is automatic buying of credits on"] },
      panel: { page: "/settings", title: "Auto-reload" },
    },
    {
      name: "AutoReloadHistory",
      field: "query.autoReloadHistory",
      rest: { method: "GET", path: "/credits/auto-reload/history" },
      tool: {
        name: "list_auto_reload_history",
        firstDay: true,
        keywords: ["when were credits bought automatically failed"],
      },
      panel: { page: "/settings", title: "Auto-reload history" },
    },
  ],
};
