import type { StoredOperation } from "../operations/registry.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { publishedFacts } from "./published-facts.ts";

/** A parameter in the document. */
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  /** Absent when false. */
  required?: true;
  schema: JsonSchema;
  description?: string;
  style?: "form";
  explode?: false;
}

/** The parameter that names the app of a request. Its operations are also available below the path of the app. */
export const appHeader = {
  name: "x-app-id",
  in: "header",
  required: true,
  schema: { type: "string" },
  description:
    "App of the request. Every operation with this header is also available at `/a/{appId}` and its path.",
  "x-path-form": "/a/{appId}{path}",
} as const;

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "Idempotency key. A repeated request with the same key and body returns the first response.",
};

/** Names of a path's parameters. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** The parameters of an operation at one of its paths; `input` is its whole input. */
export function parametersOf(operation: StoredOperation, path: string, input: JsonSchema): Parameter[] {
  const { row, kind } = operation;
  const { takesAppHeader, bounds = {} } = publishedFacts.get(row.name) ?? {};
  const properties = new Map(Object.entries((input["properties"] ?? {}) as Record<string, JsonSchema>));
  const required = (input["required"] ?? []) as string[];
  const inPath = pathNames(path);
  const takesBody = row.rest!.method !== "GET" && row.rest!.method !== "DELETE";
  const inQuery = takesBody ? (row.rest!.queryParameters ?? []) : [...properties.keys()];
  const parameters = inPath.map((name) =>
    parameterOf(name, "path", {
      schema: properties.get(name) ?? { type: "string", description: "App of the request." },
    }),
  );
  for (const [name, schema] of properties) {
    if (inPath.includes(name) || !inQuery.includes(name)) continue;
    const bounded = { ...schema, ...bounds[name] };
    parameters.push(parameterOf(name, "query", { schema: bounded, required: required.includes(name) }));
  }
  if (row.rest!.needsApp) parameters.push(appHeader);
  else if (takesAppHeader)
    parameters.push({
      name: appHeader.name,
      in: "header",
      schema: { type: "string" },
      description: "App of the request, when the query has none.",
    });
  if (row.rest!.rawBody) {
    const { signatureHeader, timestampHeader } = row.rest!.rawBody;
    parameters.push(signedHeader(signatureHeader, "Signature of the body by the sender."));
    if (timestampHeader !== undefined)
      parameters.push(signedHeader(timestampHeader, "Time that the sender has signed."));
  } else if (kind === "mutation") parameters.push(idempotencyKey);
  return parameters;
}

function parameterOf(
  name: string,
  place: "path" | "query",
  { schema, required = true }: { schema: JsonSchema; required?: boolean },
): Parameter {
  const { description, ...own } = withoutNull(schema);
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    schema: own,
    ...(typeof description === "string" ? { description } : {}),
    ...(own["type"] === "array" ? { style: "form", explode: false } : {}),
  };
}

/** A path or a query cannot contain null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...own } = schema;
  if (Array.isArray(anyOf)) return { ...(anyOf[0] as JsonSchema), ...own };
  const types = [type].flat().filter((one) => one !== undefined && one !== "null");
  const values = own["enum"] as unknown[] | undefined;
  return {
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...own,
    ...(values ? { enum: values.filter((value) => value !== null) } : {}),
  };
}

function signedHeader(name: string, description: string): Parameter {
  return { name, in: "header", required: true, schema: { type: "string" }, description };
}

type Operations = Iterable<Record<string, unknown>>;
const leastUses = 2;

/**
 * Moves parameters that many operations share into components: for each name the most used form, when it is
 * used more than once. The operations keep references. Returns the components.
 */
export function shareParameters(operations: Operations): Record<string, unknown> {
  const all = [...operations];
  const uses = new Map<string, { parameter: Parameter; count: number }>();
  for (const { parameters = [] } of all as { parameters?: Parameter[] }[]) {
    for (const parameter of parameters) {
      const key = JSON.stringify(parameter);
      const use = uses.get(key) ?? { parameter, count: 0 };
      use.count++;
      uses.set(key, use);
    }
  }
  const shared = new Map<string, { key: string; parameter: Parameter }>();
  for (const [key, { parameter, count }] of [...uses].toSorted(([, a], [, b]) => b.count - a.count)) {
    const name = componentName(parameter.name);
    if (count >= leastUses && !shared.has(name)) shared.set(name, { key, parameter });
  }
  const references = new Map(
    [...shared].map(([name, { key }]) => [key, { $ref: `#/components/parameters/${name}` }]),
  );
  for (const operation of all as { parameters?: unknown[] }[]) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((one) => references.get(JSON.stringify(one)) ?? one);
  }
  return Object.fromEntries(
    [...shared]
      .map(([name, { parameter }]) => [name, parameter] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** `x-app-id` as `XAppId`. */
function componentName(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_match, first: string) => first.toUpperCase());
}
