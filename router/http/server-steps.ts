import proxyAddr from "@fastify/proxy-addr";
import type { IncomingMessage } from "node:http";
import { newRequestId } from "../../src/http/strict-requests.ts";
import { responseHeaders } from "./browser-access.ts";
import type { CallOptions } from "./call.ts";
import type { ServerSteps } from "./direct-exchange.ts";
import type { Health } from "./health.ts";
import { endpointOf } from "./key-usage.ts";
import type { Observe } from "./observe.ts";

interface ServerStepOptions extends Pick<CallOptions, "log" | "publicUrl" | "keyUsage" | "requestLog"> {
  isProduction: boolean;
  version: string;
  health: Health;
  trustedProxies: readonly string[];
}

/** What the router does for every request: the same as its Fastify hooks, for requests that it answers directly. */
export function serverSteps(options: ServerStepOptions, observe: Observe): ServerSteps {
  const { log, keyUsage, requestLog, publicUrl, version, health, trustedProxies } = options;
  return {
    log,
    // CORS headers depend on the origin; requests with one are not answered directly.
    headers: { vary: "Origin", ...responseHeaders(options), "x-api-version": version },
    requestId: acceptRequestId,
    addressOf: createAddressOf(trustedProxies),
    isDraining: () => health.isDraining?.() ?? false,
    publicUrl,
    sending: (request, status) => {
      const endpoint = endpointOf(request);
      keyUsage.end(request, endpoint, status);
      requestLog.end(request, { endpoint, status });
    },
    sent: ({ request, status, durationMs }) => {
      const { id: requestId, method, routeOptions } = request;
      observe({ requestId, method, route: routeOptions.url ?? "unknown", status, durationMs }, request.log);
    },
  };
}

/** The client's request id where it has the form of one, or else a new one. */
export function acceptRequestId(given: string | string[] | undefined): string {
  return typeof given === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newRequestId();
}

/** The address of the client, as Fastify's `trustProxy` finds it. */
function createAddressOf(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request) => proxyAddr.all(request, isTrusted).at(-1) ?? "";
}
