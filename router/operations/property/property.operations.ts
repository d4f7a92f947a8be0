import type { AreaDefinition } from "../area.ts";
import type { PropertyGroup } from "./groups.ts";

export const propertyOperations: AreaDefinition<PropertyGroup> = {
  area: "property",
  app: "property",
  title: "Property intelligence",
  group: "properties",
  operations: [
    {
      name: "SearchProperties",
      field: "query.searchProperties",
      documented: true,
      rest: { method: "GET", path: "/v1/properties/search", aliases: ["/api/properties/search"] },
      tool: { name: "search_properties", keywords: ["find buildings real estate houses"] },
    },
    {
      name: "SuggestProperties",
      field: "query.suggestProperties",
      rest: { method: "GET", path: "/v1/properties/suggest" },
      tool: { name: "suggest_properties", keywords: ["autocomplete address typing"] },
    },
    {
      name: "Property",
      field: "query.property",
      documented: true,
      rest: { method: "GET", path: "/v1/properties/{id}", revalidates: {} },
      tool: { name: "get_property", keywords: ["building details address owner size"] },
    },
    {
      name: "SavedProperties",
      field: "query.savedProperties",
      rest: { method: "GET", path: "/v1/saved-properties" },
      tool: { name: "list_saved_properties", keywords: ["favourite bookmarked buildings"] },
    },
    {
      name: "SaveProperty",
      field: "mutation.saveProperty",
      rest: { method: "POST", path: "/v1/saved-properties", status: 201 },
      tool: { name: "save_property", keywords: ["bookmark favourite building"], idempotent: true },
    },
    {
      name: "UnsaveProperty",
      field: "mutation.unsaveProperty",
      rest: { method: "DELETE", path: "/v1/saved-properties/{propertyId}" },
      tool: {
        name: "unsave_property",
        keywords: ["remove bookmark favourite building"],
        idempotent: true,
        destructive: true,
      },
    },
  ],
};
