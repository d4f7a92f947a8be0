import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const aiOperations: AreaDefinition<CentralGroup> = {
  area: "ai",
  title: "AI text and images, and stock photos",
  documented: true,
  group: "ai",
  operations: [
    {
      name: "GenerateText",
      field: "mutation.generateText",
      rest: { method: "POST", path: "/ai/generate-text", needsApp: true },
      tool: { name: "generate_text", firstDay: true, keywords: ["write text copy about"], openWorld: true },
    },
    {
      name: "GenerateImage",
      field: "mutation.generateImage",
      rest: { method: "POST", path: "/ai/generate-image", needsApp: true },
      tool: {
        name: "generate_image",
        firstDay: true,
        keywords: ["draw picture illustration make image"],
        openWorld: true,
      },
    },
    {
      name: "SearchImage",
      field: "query.photo",
      rest: { method: "POST", path: "/ai/search-image" },
      tool: {
        name: "search_stock_photo",
        deprecatedAliases: ["search_image"],
        keywords: ["stock picture photo find nice"],
        openWorld: true,
      },
    },
    {
      name: "AiProvidersStatus",
      field: "query.aiProvidersStatus",
      rest: { method: "GET", path: "/ai/providers/status" },
      tool: {
        name: "get_ai_provider_status",
        deprecatedAliases: ["get_ai_providers_status"],
        keywords: ["is ai working down"],
      },
    },
    {
      name: "ListAiGenerations",
      documented: false,
      field: "query.aiGenerations",
      rest: { method: "GET", path: "/ai/generations" },
      tool: { name: "list_ai_generations", keywords: ["history of texts images written tokens spent"] },
    },
    {
      name: "AiUsage",
      field: "query.aiUsage",
      rest: { method: "GET", path: "/ai/usage/{appId}" },
      tool: { name: "get_ai_usage", keywords: ["how much ai did we use"] },
      panel: { page: "/usage", title: "AI spend" },
    },
  ],
};
