import { dereference } from "../../openapi/dereference.ts";
import { restPaths, type StoredOperation } from "../../operations/registry.ts";
import { errorDescriptions } from "../../openapi/error-responses.ts";
import type { ParameterDocs, ResponseDocs, RestDocs } from "./docs.types.ts";

/** The parts of an OpenAPI document that are read here. */
export interface OpenApiParts {
  paths: Record<string, Record<string, unknown>>;
}

/** An operation of the document without references. */
interface OpenApiItem {
  parameters: (Omit<ParameterDocs, "required" | "description"> & Partial<ParameterDocs>)[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, OpenApiResponse>;
}

interface OpenApiResponse {
  description: string;
  content?: Record<string, unknown>;
  "x-statuses"?: readonly number[];
}

/** The REST door of an operation, as the OpenAPI document has it; null where it has none. */
export function restDocs({ row, access }: StoredOperation, document: OpenApiParts): RestDocs | null {
  const { rest } = row;
  if (!rest) return null;
  const item = dereference<OpenApiItem>(document.paths[rest.path]![rest.method.toLowerCase()], document);
  return {
    method: rest.method,
    path: rest.path,
    routes: restPaths(row).map((path) => ({
      path,
      isDeprecated: rest.deprecatedAliases?.includes(path) ?? false,
    })),
    parameters: item.parameters.map(({ name, in: place, required = false, description = name, schema }) => ({
      name,
      in: place,
      required,
      description,
      schema,
    })),
    body: item.requestBody?.content["application/json"]?.schema ?? null,
    responses: responseDocs(item.responses),
    status: rest.status ?? 200,
    appHeader: rest.needsApp ? "required" : access.app ? "optional" : "none",
  };
}

/** Each status on its own line, those of the default response too. */
function responseDocs(responses: OpenApiItem["responses"]): ResponseDocs[] {
  const { default: others, ...listed } = responses;
  const own = Object.entries(listed).map(([status, { description, content }]): ResponseDocs => ({
    status,
    description,
    body: Number(status) >= 400 ? "error" : content ? "answer" : "none",
  }));
  const shared = (others?.["x-statuses"] ?? [])
    .filter((status) => !Object.hasOwn(listed, String(status)))
    .map((status): ResponseDocs => ({
      status: String(status),
      description: errorDescriptions.get(status) ?? "Refused.",
      body: "error",
    }));
  return [...own, ...shared].sort((a, b) => Number(a.status) - Number(b.status));
}
