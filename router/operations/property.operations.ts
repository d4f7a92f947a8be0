import type { OperationArea } from "./operation.ts";

export const propertyOperations: OperationArea = {
  area: "property",
  app: "property",
  title: "Property intelligence",
  operations: [
    {
      name: "SearchProperties",
      field: "query.searchProperties",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/v1/properties/search", aliases: ["/api/properties/search"] },
      tool: { name: "search_properties" },
    },
    {
      name: "SuggestProperties",
      field: "query.suggestProperties",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/properties/suggest" },
      tool: { name: "suggest_properties" },
    },
    {
      name: "Property",
      field: "query.property",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/v1/properties/{id}", revalidates: {} },
      tool: { name: "get_property" },
    },
    {
      name: "SavedProperties",
      field: "query.savedProperties",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/saved-properties" },
      tool: { name: "list_saved_properties" },
    },
    {
      name: "SaveProperty",
      field: "mutation.saveProperty",
      documented: false,
      family: "bare",
      rest: { method: "POST", path: "/v1/saved-properties", status: 201 },
      tool: { name: "save_property", idempotent: true },
    },
    {
      name: "UnsaveProperty",
      field: "mutation.unsaveProperty",
      documented: false,
      family: "bare",
      rest: { method: "DELETE", path: "/v1/saved-properties/{propertyId}" },
      tool: { name: "unsave_property", idempotent: true, destructive: true },
    },
  ],
};
