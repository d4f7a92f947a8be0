import { restPaths, type StoredOperation } from "../../operations/registry.ts";
import type { ParameterDocs, ResponseDocs, RestDocs } from "./docs.types.ts";

/** The parts of an OpenAPI document that are read here. */
export interface OpenApiParts {
  paths: Record<string, Record<string, OpenApiItem>>;
  components: { responses: Record<string, { description: string }> };
}

interface OpenApiItem {
  parameters: ParameterDocs[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, unknown> }>;
}

/** The REST door of an operation, as the OpenAPI document has it; null where it has none. */
export function restDocs(
  { row, access }: StoredOperation,
  { paths, components }: OpenApiParts,
): RestDocs | null {
  const { rest } = row;
  if (!rest) return null;
  const item = paths[rest.path]![rest.method.toLowerCase()]!;
  return {
    method: rest.method,
    path: rest.path,
    routes: restPaths(row).map((path) => ({
      path,
      isDeprecated: rest.deprecatedAliases?.includes(path) ?? false,
    })),
    parameters: item.parameters,
    body: item.requestBody?.content["application/json"]?.schema ?? null,
    responses: Object.entries(item.responses).map(([status, { $ref, ...response }]) => {
      const shared = $ref && components.responses[$ref.split("/").at(-1)!];
      return shared
        ? { status, description: shared.description, body: "error" }
        : describeResponse(status, response);
    }),
    status: rest.status ?? 200,
    appHeader: rest.needsApp ? "required" : access.app ? "optional" : "none",
  };
}

function describeResponse(
  status: string,
  { description, content }: OpenApiItem["responses"][string],
): ResponseDocs {
  return { status, description: description ?? "Done.", body: content ? "answer" : "none" };
}
