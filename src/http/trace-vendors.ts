import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { currentTracing, type OpenSpan } from "../observability/tracing.ts";

/** The start of a vendor's URLs, and its name in traces. */
export interface TracedVendor {
  name: string;
  baseUrl: string;
}

interface FetchRequest {
  origin: string | URL;
  path: string;
  method: string;
}

/**
 * Traces requests to these vendors by the channels that Node and undici report on, so that the SDK of each vendor
 * is covered. Only the vendor's name, the method and the status are recorded: URLs may contain input. Other
 * requests are not traced, and no trace context is sent to vendors.
 */
export function traceVendors(vendors: readonly TracedVendor[]): void {
  const spans = new WeakMap<object, OpenSpan>();
  const start = (request: object, method: string, url: string) => {
    const tracing = currentTracing();
    const vendor = vendors.find(({ baseUrl }) => url.startsWith(baseUrl));
    if (!vendor || !tracing?.carrier()) return;
    const attributes = { "vendor.name": vendor.name, "http.request.method": method };
    spans.set(request, tracing.start(`vendor ${vendor.name}`, { kind: "client", attributes }));
  };
  const end = (request: object, status: number | null, error?: unknown) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== null) span.set({ "http.response.status_code": status });
    span.end(error);
  };
  subscribe("undici:request:create", (message) => {
    const { request } = message as { request: FetchRequest };
    start(request, request.method, `${String(request.origin)}${request.path}`);
  });
  subscribe("undici:request:headers", (message) => {
    const { request, response } = message as { request: object; response: { statusCode: number } };
    end(request, response.statusCode);
  });
  subscribe("undici:request:error", (message) => {
    const { request, error } = message as { request: object; error: unknown };
    end(request, null, error);
  });
  subscribe("http.client.request.created", (message) => {
    const { request } = message as { request: ClientRequest };
    start(
      request,
      request.method,
      `${request.protocol}//${String(request.getHeader("host"))}${request.path}`,
    );
  });
  subscribe("http.client.response.finish", (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    end(request, response.statusCode ?? null);
  });
  subscribe("http.client.request.error", (message) => {
    const { request, error } = message as { request: ClientRequest; error: unknown };
    end(request, null, error);
  });
}
