import fastifyCors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import type { IncomingMessage, ServerResponse } from "node:http";
import { limitHeaderNames } from "../limits/show-limits.ts";
import type { AllowedOrigins } from "./allowed-origins.ts";

/** Response headers that scripts of other origins may read. */
const exposedHeaders = [
  "x-request-id",
  "x-api-version",
  "x-credits-charged",
  "x-credits-remaining",
  "x-credits-balance",
  "idempotent-replayed",
  "warning",
  "retry-after",
  ...limitHeaderNames,
  "etag",
  "deprecation",
  "sunset",
  "link",
  "allow",
  "location",
  "www-authenticate",
];

export interface BrowserAccessOptions {
  allowedOrigins: AllowedOrigins;
  isProduction: boolean;
  publicUrl: string;
}

/**
 * CORS headers: which origins may read responses, and which requests they may send. A preflight is
 * accepted from the origins of any app, since it cannot name its app; the request itself only from those of the
 * app it names.
 */
export async function admitBrowsers(server: FastifyInstance, options: BrowserAccessOptions): Promise<void> {
  const { allowedOrigins } = options;
  const headers = responseHeaders(options);
  await server.register(fastifyCors, () => (request: FastifyRequest, answer: CorsAnswer) => {
    const { origin } = request.headers;
    if (origin === undefined) return answer(null, { origin: false });
    const appId = request.method === "OPTIONS" ? null : namedApp(request);
    allowedOrigins(appId).then(
      (allowed) => answer(null, { ...corsOptions, origin: allowed.includes(origin) }),
      (error: Error) => answer(error),
    );
  });
  server.addHook("onRequest", (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

/** Headers of all responses. */
export function responseHeaders({
  isProduction,
  publicUrl,
}: Pick<BrowserAccessOptions, "isProduction" | "publicUrl">): Record<string, string> {
  const securityHeaders = headersOf({
    // Answers are data; a page of ours brings a policy of its own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: isProduction && publicUrl.startsWith("https:") ? { maxAge: 31_536_000 } : false,
  });
  // Responses are private to their principal, unless a route sets another header.
  return { ...securityHeaders, "cache-control": "no-store" };
}

/** The headers that helmet sets, which are the same for every response. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (fault?: unknown) => {
    if (fault instanceof Error) throw fault;
  });
  return headers;
}

type CorsAnswer = (error: Error | null, options?: FastifyCorsOptions) => void;

const corsOptions: FastifyCorsOptions = {
  methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  exposedHeaders,
  maxAge: 600,
};

/** The app in the header or in the path form `/a/{appId}/…`, not validated yet. */
function namedApp(request: FastifyRequest): string | null {
  const header = request.headers["x-app-id"];
  if (typeof header === "string" && header.trim() !== "") return header.trim();
  const isPathForm = request.routeOptions.url?.startsWith("/a/:appId/") ?? false;
  return isPathForm ? (request.params as { appId: string }).appId : null;
}
