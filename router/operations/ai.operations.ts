import type { OperationArea } from "./operation.ts";

export const aiOperations: OperationArea = {
  area: "ai",
  title: "Text generation by several AI providers",
  operations: [
    {
      name: "GenerateText",
      field: "mutation.generateText",
      documented: true,
      family: "bare",
      rest: { method: "POST", path: "/ai/generate-text", needsApp: true },
      tool: { name: "generate_text", openWorld: true },
    },
    {
      name: "AiProvidersStatus",
      field: "query.aiProvidersStatus",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/ai/providers/status" },
      tool: { name: "get_ai_providers_status" },
    },
    {
      name: "AiUsage",
      field: "query.aiUsage",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/ai/usage/{appId}" },
      tool: { name: "get_ai_usage" },
    },
  ],
};
