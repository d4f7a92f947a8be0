import type { OpenApi, Paths } from "../openapi/openapi.ts";

/** IDs of the apps that have a REST operation, sorted. */
export function appsOf(document: OpenApi): string[] {
  const apps = operationsOf(document["paths"] as Paths).flatMap(({ operation }) => operation["x-app"] ?? []);
  return [...new Set(apps as string[])].toSorted();
}

/**
 * The OpenAPI document of one app: all of its REST operations, with the components that they refer to. Null for an
 * unknown app. Webhook events are in the document of `central`.
 */
export function appDocument(document: OpenApi, app: string): OpenApi | null {
  const paths: Paths = {};
  for (const { path, method, operation } of operationsOf(document["paths"] as Paths))
    if (operation["x-app"] === app) (paths[path] ??= {})[method] = operation;
  if (Object.keys(paths).length === 0) return null;
  const { info, tags, webhooks, components, ...shared } = document;
  const used = new Set(operationsOf(paths).flatMap(({ operation }) => operation["tags"] as string[]));
  const content = { paths, ...(app === "central" ? { webhooks } : {}) };
  return {
    ...shared,
    info: { ...(info as object), title: `Hub platform: ${app}` },
    tags: (tags as { name: string }[]).filter(({ name }) => used.has(name)),
    ...content,
    components: usedComponents(content, components as Components),
  };
}

type Components = Record<string, Record<string, unknown>>;

interface Located {
  path: string;
  method: string;
  operation: Record<string, unknown>;
}

/** Every operation of the paths. */
export function operationsOf(paths: Paths): Located[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** The components that a part of a document refers to, and those that these refer to. */
function usedComponents(content: object, components: Components): Components {
  const used: Components = { securitySchemes: components["securitySchemes"]! };
  const waiting: unknown[] = [content];
  while (waiting.length > 0) {
    const text = JSON.stringify(waiting.pop());
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const component = components[kind!]?.[name!];
      if (component === undefined || Object.hasOwn((used[kind!] ??= {}), name!)) continue;
      used[kind!]![name!] = component;
      waiting.push(component);
    }
  }
  return used;
}
