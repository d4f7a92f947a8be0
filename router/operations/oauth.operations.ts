import type { OperationArea } from "./operation.ts";

export const oauthOperations: OperationArea = {
  area: "oauth",
  title: "Connections to outside services",
  operations: [
    {
      name: "StartOauthConnection",
      field: "mutation.startOauthConnection",
      documented: true,
      family: "success",
      rest: { method: "POST", path: "/integrations/oauth/{provider}/initiate" },
      tool: { name: "start_oauth_connection", openWorld: true },
    },
    {
      name: "CompleteOauthConnection",
      field: "mutation.completeOauthConnection",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/integrations/oauth/{provider}/callback", redirect: "returnUrl" },
    },
    {
      name: "OauthConnectionStatus",
      field: "query.oauthConnectionStatus",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/integrations/oauth/{provider}/status" },
      tool: { name: "get_oauth_connection_status" },
    },
    {
      name: "OauthConnections",
      field: "query.oauthConnections",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/integrations/oauth/connections" },
      tool: { name: "list_oauth_connections" },
    },
    {
      name: "RevokeOauthConnection",
      field: "mutation.revokeOauthConnection",
      documented: false,
      family: "success",
      rest: { method: "DELETE", path: "/integrations/oauth/{provider}" },
      tool: { name: "revoke_oauth_connection", destructive: true, idempotent: true, openWorld: true },
    },
  ],
};
