import { exampleOf } from "../../examples/example-of.ts";
import { pathNames } from "../../openapi/parameters.ts";
import type { OperationRegistry, StoredOperation } from "../../operations/registry.ts";
import { appOf } from "../../tools/toolsets.ts";

/** A request of a collection, with the example that the documentation shows. */
export interface CollectionRequest {
  name: string;
  /** Heading that it stands under. */
  folder: string;
  method: string;
  /** With `{name}` for values of the path. */
  path: string;
  description: string;
  pathValues: readonly Named[];
  query: readonly Named[];
  headers: readonly Named[];
  /** JSON; null for a request without a body. */
  body: string | null;
}

interface Named {
  name: string;
  value: string;
}

/** The apps with REST operations that programs call, sorted. */
export function collectionApps(registry: OperationRegistry): string[] {
  return [...new Set([...registry.values()].filter(isCalled).map(appOf))].toSorted();
}

/** The requests of an app by their headings. Empty for an unknown app. */
export function collectionRequests(registry: OperationRegistry, app: string): CollectionRequest[] {
  return [...registry.values()]
    .filter((operation) => isCalled(operation) && appOf(operation) === app)
    .map((operation) => requestOf(operation, app));
}

/** Requests that other services sign are theirs alone. */
function isCalled({ row }: StoredOperation): boolean {
  return row.rest !== undefined && !row.rest.rawBody;
}

function requestOf(operation: StoredOperation, app: string): CollectionRequest {
  const { row, area, kind, description } = operation;
  const { method, path, needsApp, queryParameters = [] } = row.rest!;
  const { input = {} } = exampleOf(operation) ?? {};
  const inPath = pathNames(path);
  const hasBody = method !== "GET" && method !== "DELETE";
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name));
  const isInQuery = (name: string) => !hasBody || queryParameters.includes(name);
  const body = Object.fromEntries(rest.filter(([name]) => !isInQuery(name)));
  return {
    name: row.name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2"),
    folder: area.title,
    method,
    path,
    description,
    pathValues: inPath.map((name) => ({ name, value: textOf(input[name] ?? "") })),
    query: rest
      .filter(([name, value]) => isInQuery(name) && value !== null)
      .map(([name, value]) => ({ name, value: textOf(value) })),
    headers: [
      ...(needsApp ? [{ name: "x-app-id", value: app }] : []),
      ...(kind === "mutation" ? [{ name: "idempotency-key", value: "{{$guid}}" }] : []),
    ],
    body: hasBody ? JSON.stringify(body, null, 2) : null,
  };
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(",") : String(value);
}

/** The requests under their headings, in order. */
export function byFolder(requests: readonly CollectionRequest[]): [string, CollectionRequest[]][] {
  const folders = new Map<string, CollectionRequest[]>();
  for (const request of requests) {
    const known = folders.get(request.folder);
    if (known) known.push(request);
    else folders.set(request.folder, [request]);
  }
  return [...folders];
}
