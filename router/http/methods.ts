import type { FastifyInstance, FastifyReply } from "fastify";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "./answer.ts";
import { PathTree } from "./path-tree.ts";

const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

function refuse(reply: FastifyReply, methods: readonly string[]): void {
  sendError(
    reply,
    new DomainError("METHOD_NOT_ALLOWED", `Method not allowed. Use ${methods.join(", ")}.`, {
      allow: methods,
    }),
  );
}

/** Returns 405 with `Allow` for each method that a known path does not have. */
export function refuseOtherMethods(
  server: FastifyInstance,
  url: string,
  methods: readonly string[],
  others: readonly string[] = allMethods.filter((method) => !methods.includes(method)),
): void {
  if (others.length === 0) return;
  server.route({
    method: [...others],
    url,
    // Before the body is read, whatever its type.
    onRequest: (_request, reply) => refuse(reply, methods),
    handler: () => undefined,
  });
}

/** The routes of a server, as they are mounted. */
export type MountedRoutes = PathTree<Set<string>>;

/** Collects the routes that are mounted from now on. */
export function collectRoutes(server: FastifyInstance): MountedRoutes {
  const routes: MountedRoutes = new PathTree();
  server.addHook("onRoute", ({ url, method }) => addRoute(routes, url, [method].flat()));
  return routes;
}

function addRoute(routes: MountedRoutes, url: string, methods: readonly string[]): void {
  const mounted = routes.add(url, () => new Set());
  for (const method of methods) mounted.add(method);
  // The server mounts one with the other.
  if (mounted.has("GET")) mounted.add("HEAD");
}

/**
 * Does the same for many paths (methods by URL), after all routes are mounted. A request that no route takes is compared with
 * the paths when it arrives: routes of their own for each path and method would take most of the time of a start. A path
 * has them where a parameter of another path would take its requests.
 */
export function refuseMethodsOfPaths(
  server: FastifyInstance,
  paths: ReadonlyMap<string, readonly string[]>,
  routes: MountedRoutes,
): void {
  const known = new PathTree<{ url: string; methods: readonly string[] }>();
  // Those with a parser of their own are mounted later.
  for (const [url, methods] of paths) addRoute(routes, url, methods);
  for (const [url, methods] of paths) {
    known.add(url, () => ({ url, methods }));
    const taken = allMethods.filter(
      (method) => !methods.includes(method) && routes.find(url, (mounted) => mounted.has(method)) !== null,
    );
    refuseOtherMethods(server, url, methods, taken);
  }
  server.addHook("onRequest", (request, reply, done) => {
    if (!request.is404 || !allMethods.some((method) => method === request.method)) return done();
    const path = readPath(request.url);
    const found = path === null ? null : known.find(path);
    if (!found) return done();
    unroutedPaths.set(request, found.url);
    refuse(reply, found.methods);
  });
}

/** Patterns of paths, by request, whose method no route takes. */
const unroutedPaths = new WeakMap<object, string>();

/** The URL pattern that a request belongs to; undefined without one. */
export function patternOf(request: { routeOptions: { url?: string | undefined } }): string | undefined {
  return request.routeOptions.url ?? unroutedPaths.get(request);
}

/** Null where it cannot be decoded. */
function readPath(url: string): string | null {
  const [path = ""] = url.split(/[?#;]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}
