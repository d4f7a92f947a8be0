import type { OperationArea } from "./operation.ts";

// What reveals a secret has no tool: an agent's transcript is no place for one.
export const apiKeysOperations: OperationArea = {
  area: "api-keys",
  title: "API keys",
  operations: [
    {
      name: "ApiKeys",
      field: "query.apiKeys",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/api-keys", deprecatedAliases: ["/user-api-keys"] },
      tool: { name: "list_api_keys" },
    },
    {
      name: "CreateApiKey",
      field: "mutation.createApiKey",
      documented: false,
      family: "success",
      rest: { method: "POST", path: "/api-keys", status: 201 },
    },
    {
      name: "ApiKey",
      field: "query.apiKey",
      documented: false,
      family: "success",
      bodyKey: "apiKey",
      rest: { method: "GET", path: "/api-keys/{id}" },
      tool: { name: "get_api_key" },
    },
    {
      name: "UpdateApiKey",
      field: "mutation.updateApiKey",
      documented: false,
      family: "success",
      rest: { method: "PATCH", path: "/api-keys/{id}" },
    },
    {
      name: "RotateApiKey",
      field: "mutation.rotateApiKey",
      documented: false,
      family: "success",
      rest: { method: "POST", path: "/api-keys/{id}/rotate" },
    },
    {
      name: "RevokeApiKey",
      field: "mutation.revokeApiKey",
      documented: false,
      family: "success",
      rest: { method: "DELETE", path: "/api-keys/{id}" },
      tool: { name: "revoke_api_key", destructive: true, idempotent: true },
    },
    {
      name: "ApiKeyUsage",
      field: "query.apiKeyUsage",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/api-keys/{id}/usage" },
      tool: { name: "get_api_key_usage" },
    },
  ],
};
