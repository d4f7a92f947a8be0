import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const apiKeysOperations: AreaDefinition<CentralGroup> = {
  area: "api-keys",
  title: "API keys",
  family: "success",
  group: "api-keys",
  operations: [
    {
      name: "ApiKeys",
      field: "query.apiKeys",
      documented: true,
      rest: { method: "GET", path: "/api-keys", deprecatedAliases: ["/user-api-keys"] },
      tool: { name: "list_api_keys", firstDay: true, keywords: ["which keys programs have access"] },
      panel: { page: "/keys", title: "API keys" },
    },
    {
      name: "CreateApiKey",
      field: "mutation.createApiKey",
      rest: { method: "POST", path: "/api-keys", status: 201 },
      tool: { name: "create_api_key", keywords: ["new key for a program credential token"] },
      panel: { page: "/keys", title: "New key" },
    },
    {
      name: "ApiKey",
      field: "query.apiKey",
      bodyKey: "apiKey",
      rest: { method: "GET", path: "/api-keys/{id}" },
      tool: { name: "get_api_key", keywords: ["one key scopes expiry"] },
    },
    {
      name: "UpdateApiKey",
      field: "mutation.updateApiKey",
      rest: { method: "PATCH", path: "/api-keys/{id}" },
      tool: {
        name: "update_api_key",
        idempotent: true,
        keywords: ["rename key fewer scopes webhook urls of key"],
      },
    },
    {
      name: "RotateApiKey",
      field: "mutation.rotateApiKey",
      rest: { method: "POST", path: "/api-keys/{id}/rotate" },
      tool: { name: "rotate_api_key", destructive: true, keywords: ["replace key renew secret leaked"] },
      panel: { page: "/keys", title: "Rotate" },
    },
    {
      name: "RevokeApiKey",
      field: "mutation.revokeApiKey",
      rest: { method: "DELETE", path: "/api-keys/{id}" },
      tool: {
        name: "revoke_api_key",
        firstDay: true,
        keywords: ["disable kill key"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/keys", title: "Revoke" },
    },
    {
      // No tool: what a tool created is shown to its person, not to the agent.
      name: "RevealOneTimeSecret",
      field: "mutation.revealOneTimeSecret",
      rest: { method: "POST", path: "/one-time-secrets/{secretId}/reveal" },
      panel: { page: "/one-time-secrets/:secretId", title: "Show the secret" },
    },
    {
      name: "ApiKeyUsage",
      field: "query.apiKeyUsage",
      rest: { method: "GET", path: "/api-keys/{id}/usage" },
      tool: { name: "get_api_key_usage", firstDay: true, keywords: ["how much was key used calls"] },
    },
    {
      name: "AccountKeyUsage",
      field: "query.accountKeyUsage",
      rest: { method: "GET", path: "/api-keys/usage" },
      tool: { name: "get_account_key_usage", keywords: ["requests of all keys traffic"] },
      panel: { page: "/usage", title: "Requests by key" },
    },
  ],
};
