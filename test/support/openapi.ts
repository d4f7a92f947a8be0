import { dereference } from "../../router/openapi/dereference.ts";
import type { JsonSchema } from "../../router/schema/json-schema.ts";

/** An OpenAPI document as the platform serves it. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, unknown>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, { name: string; "x-path-form"?: string }>;
    responses: Record<string, unknown>;
  };
}

export interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: JsonSchema;
  description?: string;
  "x-path-form"?: string;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema }>;
  "x-statuses"?: number[];
}

/** An operation without references. */
export interface OpenApiOperation {
  operationId: string;
  description?: string;
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, OpenApiResponse>;
  security?: object[];
  "x-operation"?: string;
  "x-documented"?: true;
  "x-tier"?: string;
}

export interface OpenApiRoute {
  /** In capitals. */
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/** Every route of a document by its path, those below `/a/{appId}` too, which parameters describe (`x-path-form`). */
export function routesOf(document: OpenApiDocument): OpenApiRoute[] {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([lower, given]) => {
      const operation = dereference<OpenApiOperation>(given, document);
      const route = { method: lower.toUpperCase(), path, operation };
      const { parameters = [] } = operation;
      const form = parameters.flatMap((parameter) => parameter["x-path-form"] ?? [])[0];
      if (form === undefined) return [route];
      const inPath: OpenApiParameter = {
        name: "appId",
        in: "path",
        required: true,
        schema: { type: "string" },
      };
      const others = parameters.filter((parameter) => parameter["x-path-form"] === undefined);
      const below = { ...operation, parameters: [inPath, ...others] };
      return [route, { ...route, path: form.replace("{path}", path), operation: below }];
    }),
  );
  return routes.sort((a, b) => a.path.localeCompare(b.path));
}

/** Every status that an operation is documented to answer. */
export function statusesOf({ responses }: Pick<OpenApiOperation, "responses">): number[] {
  const listed = Object.keys(responses).filter((status) => status !== "default");
  return [...new Set([...listed.map(Number), ...(responses["default"]?.["x-statuses"] ?? [])])];
}

/** An operation's documented response with a status; null for an undocumented status. */
export function responseOf(operation: OpenApiOperation, status: number): OpenApiResponse | null {
  if (!statusesOf(operation).includes(status)) return null;
  return operation.responses[String(status)] ?? operation.responses["default"] ?? null;
}
