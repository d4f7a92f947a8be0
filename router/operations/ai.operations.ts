import type { OperationArea } from "./operation.ts";

export const aiOperations: OperationArea = {
  area: "ai",
  title: "Texts and images by several AI providers, and stock photos",
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
      name: "GenerateImage",
      field: "mutation.generateImage",
      documented: true,
      family: "bare",
      rest: { method: "POST", path: "/ai/generate-image", needsApp: true },
      tool: { name: "generate_image", openWorld: true },
    },
    {
      name: "SearchImage",
      field: "query.photo",
      documented: true,
      family: "bare",
      rest: { method: "POST", path: "/ai/search-image" },
      tool: { name: "search_image", openWorld: true },
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
      panel: { page: "/usage", title: "AI spend" },
    },
  ],
};
