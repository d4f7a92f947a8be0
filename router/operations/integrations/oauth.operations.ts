import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const oauthOperations: AreaDefinition<CentralGroup> = {
  area: "oauth",
  title: "Connections to external services",
  family: "success",
  group: "connections",
  operations: [
    {
      name: "StartOauthConnection",
      field: "mutation.startOauthConnection",
      documented: true,
      rest: { method: "POST", path: "/integrations/oauth/{provider}/initiate" },
      tool: {
        name: "start_oauth_connection",
        keywords: ["connect google microsoft account link"],
        openWorld: true,
      },
    },
    {
      name: "CompleteOauthConnection",
      field: "mutation.completeOauthConnection",
      rest: { method: "GET", path: "/integrations/oauth/{provider}/callback", redirect: "returnUrl" },
    },
    {
      name: "OauthConnectionStatus",
      field: "query.oauthConnectionStatus",
      documented: true,
      rest: { method: "GET", path: "/integrations/oauth/{provider}/status" },
      tool: { name: "get_oauth_connection_status", keywords: ["is google microsoft connection working"] },
    },
    {
      name: "OauthConnections",
      field: "query.oauthConnections",
      rest: { method: "GET", path: "/integrations/oauth/connections" },
      tool: { name: "list_oauth_connections", keywords: ["which google microsoft accounts are connected"] },
    },
    {
      name: "RevokeOauthConnection",
      field: "mutation.revokeOauthConnection",
      rest: { method: "DELETE", path: "/integrations/oauth/{provider}" },
      tool: {
        name: "revoke_oauth_connection",
        keywords: ["disconnect unlink google microsoft cut"],
        destructive: true,
        idempotent: true,
        openWorld: true,
      },
    },
  ],
};
