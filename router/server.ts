import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
} from "fastify";
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { DomainError } from "../src/errors.ts";
import type { GraphExecutor } from "./execution/graph-executor.ts";
import { mountExplorer, type ExplorerOptions } from "./explorer/explorer.routes.ts";
import { mountReceiver } from "./explorer/receiver.routes.ts";
import { mountSession, type SessionOptions } from "./explorer/session.routes.ts";
import { mountGraphQL } from "./graphql/mount-graphql.ts";
import { acceptWebSockets } from "./graphql/websocket-door.ts";
import type { TrustedSettings } from "./graphql/trusted-documents.ts";
import { rememberPublicUrl, sendError } from "./http/answer.ts";
import { answerDirectly } from "./http/answer-directly.ts";
import { createCallFactory, type CallFactory, type CallOptions } from "./http/call.ts";
import { mountMcp } from "./mcp/mount-mcp.ts";
import { createSecretStore } from "./tools/secret-store.ts";
import { createToolDoor } from "./tools/door.ts";
import { agentScopes } from "./mcp/protected-resource.ts";
import { mountSignIn, type SignInOptions } from "./sign-in/mount-sign-in.ts";
import { mountTools } from "./tools/mount-tools.ts";
import { mountDownloads } from "./clients/mount-downloads.ts";
import { mountBundles } from "./openapi/mount-bundles.ts";
import { mountDocuments } from "./openapi/mount-documents.ts";
import type { OperationRegistry } from "./operations/registry.ts";
import { mountRest } from "./rest/mount-rest.ts";
import type { PathSegments } from "./rest/path-segments.ts";
import type { SupergraphFacts } from "./schema/supergraph-facts.ts";
import { mountBlogPages, type BlogPages } from "./http/blog-pages.ts";
import { mountAppIcons } from "./http/app-icons.ts";
import { admitBrowsers } from "./http/browser-access.ts";
import { CompressedDocuments } from "./http/compressed-documents.ts";
import { fileRoutes, mountFiles, type FileDoor } from "./http/files.ts";
import { mountCalendarNotifications } from "./http/calendar-notifications.ts";
import { mountCarrierCalls } from "./http/carrier-calls.ts";
import { mountMessageLinks, type HubClient } from "./http/message-links.ts";
import { mountMediaDoor } from "./media/media-door.ts";
import type { Speech } from "./media/speech.port.ts";
import { readJson } from "./http/read-json.ts";
import { readFields } from "./http/read-query.ts";
import { collectRoutes, refuseMethodsOfPaths } from "./http/methods.ts";
import { mountForwardAuth, type ForwardAuthSettings } from "./http/forward-auth.ts";
import { mountHealth, type Health } from "./http/health.ts";
import { countKeyUsage } from "./http/key-usage.ts";
import { moveConnections } from "../src/http/drain.ts";
import { currentTracing } from "../src/observability/tracing.ts";
import { traceRequests } from "../src/http/trace-requests.ts";
import { serverTimeouts, type ServerTimeouts } from "../src/http/server-timeouts.ts";
import { ambiguityChecks, answerParserErrors, refuseAmbiguousRequests } from "../src/http/strict-requests.ts";
import { createObserver, observeRequests, type Observe } from "./http/observe.ts";
import { acceptRequestId, serverSteps } from "./http/server-steps.ts";
import type { SecretList } from "../src/config/secret-list.ts";
import type { Metrics } from "../src/observability/metrics.ts";

export interface RouterOptions extends CallOptions {
  executor: GraphExecutor;
  facts: SupergraphFacts;
  registry: OperationRegistry;
  health: Health;
  metrics: Metrics;
  log: Logger;
  version: string;
  isProduction: boolean;
  /** Whether documents of the GraphQL door may, or must, be known ones. */
  trustedDocuments: Pick<TrustedSettings, "mode" | "file">;
  /** Addresses or networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Words that answer in REST paths beside the literal ones. */
  pathSegments?: PathSegments;
  /** Names of external services that are not configured, for health. */
  unconfigured?: readonly string[];
  /** Serves files to holders of a link. Default: no files. */
  files?: FileDoor;
  /** Lets the proxy before another federation router identify principals. Default: not mounted. */
  forwardAuth?: ForwardAuthSettings;
  /** The names of the subgraphs, as audiences of signatures. */
  subgraphNames?: readonly string[];
  /** Answers links in messages and the carrier's webhooks. Default: not mounted. */
  callHub?: HubClient;
  /** Gets the public pages of blogs. Default: not mounted. */
  blogPages?: BlogPages;
  /** Answers the carrier's webhooks for calls. Default: not mounted. */
  callGateway?: HubClient;
  /** Recognizes and speaks in media streams of calls. Default: not mounted. */
  speech?: Speech;
  /** The issuer of identity tokens, for agents' discovery. */
  issuer?: string;
  /** Signs people in who connect an agent. Default: not mounted. */
  signIn?: Pick<SignInOptions, "issuer" | "client" | "secrets" | "records" | "findPerson">;
  /** The built explorer; without it there are no pages. */
  explorer?: Omit<ExplorerOptions, "version">;
  /** Sign confirmations of agents' calls, newest first. Default: a secret of this process. */
  confirmationSecrets?: SecretList;
  /** How long slow clients are waited for. */
  serverTimeouts?: ServerTimeouts;
  /** Interval at which the principal of an idle stream is verified again, in milliseconds. Default: 30 seconds. */
  recheckMs?: number;
  /** Identities that the explorer offers in demo mode. Default: only a pasted credential. */
  demoIdentities?: SessionOptions["demoIdentities"];
  /** URL of the sandbox's webhook receiver. Default: none. */
  receiverUrl?: string | undefined;
  /** Called when the server begins to close. */
  whenClosing?(): Promise<void>;
  /** True for a server that replaces an earlier one and shares its limits and counts. */
  isReplacement?: boolean;
}

const bodyLimitBytes = 1024 * 1024;

/** Builds the router's HTTP server with all doors mounted; the caller listens and closes. */
export async function buildRouter(options: RouterOptions): Promise<FastifyInstance> {
  const server = createServer(options);
  refuseAmbiguousRequests(server, (reply, error) => void sendError(reply, error));
  server.addHook("preClose", async () => options.whenClosing?.());
  moveConnections(server, { isDraining: () => options.health.isDraining?.() ?? false });
  await admitBrowsers(server, options);
  server.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id).header("x-api-version", options.version);
    done();
  });
  await acceptWebSockets(server);
  traceRequests(server);
  const observe = createObserver(options.metrics);
  observeRequests(server, observe);
  countKeyUsage(server, options);
  rememberPublicUrl(server, options.publicUrl);
  acceptOnlyJson(server);
  answerFaults(server);
  const routes = collectRoutes(server);
  const restPaths = mountDoors(server, options, { makeCall: createCallFactory(options), observe });
  mountAppIcons(server);
  if (options.explorer) mountExplorer(server, { ...options.explorer, version: options.version });
  mountSession(server, options);
  mountReceiver(server, options);
  if (options.files) mountFiles(server, { ...options, files: options.files });
  if (options.callHub) mountMessageLinks(server, { ...options, callHub: options.callHub });
  if (options.blogPages) mountBlogPages(server, { ...options, blogPages: options.blogPages });
  if (options.callGateway) {
    const machines = { ...options, callHub: options.callGateway };
    mountCarrierCalls(server, machines);
    mountCalendarNotifications(server, machines);
  }
  const { callGateway, speech } = options;
  if (callGateway && speech) {
    const frameLate = (ms: number) => options.metrics.callFrames.observe(ms / 1_000);
    mountMediaDoor(server, { callGateway, speech, log: options.log, frameLate });
  }
  refuseMethodsOfPaths(server, restPaths, routes);
  return server;
}

function createServer(options: RouterOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = options.log;
  const { http, ...slowness } = serverTimeouts(options.serverTimeouts);
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => acceptRequestId(request.headers["x-request-id"]),
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // Longer than load balancers keep an idle connection: the side that sends requests must be the one to close
    // it.
    keepAliveTimeout: 75_000,
    routerOptions: { ignoreTrailingSlash: true, querystringParser: parseQuery },
    forceCloseConnections: "idle",
    // Requests on a connection that is not closed yet are handled like all earlier ones.
    return503OnClosing: false,
    ...slowness,
    http: { ...http, ...ambiguityChecks },
    clientErrorHandler: answerParserErrors(options.log, options.publicUrl),
    // A path that cannot be decoded reaches no hook and no handler.
    frameworkErrors: (_error, request, reply) => {
      void reply.header("x-request-id", request.id);
      sendError(reply, noSuchPath());
    },
  });
}

/** The three doors, health, and the identification of principals for other routers. Returns the methods of REST's paths. */
function mountDoors(
  server: FastifyInstance,
  options: RouterOptions,
  { makeCall, observe }: { makeCall: CallFactory; observe: Observe },
): Map<string, string[]> {
  const { executor, registry, version, limits, health, unconfigured = [] } = options;
  mountHealth(server, { health, version, unconfigured, degradation: () => limits.degradation() });
  const { methods: restPaths, direct } = mountRest(server, {
    registry,
    executor,
    makeCall,
    limits,
    publicUrl: options.publicUrl,
    pathSegments: options.pathSegments ?? {},
    answeredElsewhere: options.files ? fileRoutes : new Map(),
  });
  const trust = { ...options.trustedDocuments, registry };
  const maxBodyBytes = bodyLimitBytes;
  const isOpenToExploring = !options.isProduction;
  direct.push(mountGraphQL(server, { ...options, trust, makeCall, maxBodyBytes, isOpenToExploring }));
  const { issuer = null, confirmationSecrets = [randomBytes(32).toString("base64url")] } = options;
  const files = options.files ?? null;
  const tools = createToolDoor(registry, {
    executor,
    limits,
    confirmationSecrets,
    files,
    secrets: options.callHub ? createSecretStore(options.callHub, options.publicUrl) : null,
  });
  const documents = new CompressedDocuments();
  const { signIn, publicUrl } = options;
  direct.push(...mountTools(server, { tools, makeCall, limits, documents, publicUrl, maxBodyBytes }));
  if (signIn) mountSignIn(server, { ...options, ...signIn, ...agentScopes(registry) });
  const agentIssuer = signIn ? publicUrl : issuer;
  const mcp = { ...options, tools, makeCall, issuer: agentIssuer, confirmationSecrets, maxBodyBytes };
  direct.push(mountMcp(server, mcp));
  // Spans are started by Fastify's hooks.
  if (currentTracing() === null) answerDirectly(server, direct, serverSteps(options, observe));
  mountBundles(server, { tools, documents, version, publicUrl: options.publicUrl });
  mountDocuments(server, { ...options, documents });
  mountDownloads(server, { ...options, documents });
  const { forwardAuth, subgraphNames = [] } = options;
  if (forwardAuth) mountForwardAuth(server, { ...forwardAuth, subgraphNames, makeCall, limits });
  if (options.isReplacement) return restPaths;
  server.addHook("onClose", () =>
    limits
      .close()
      .catch((err: unknown) => options.log.error({ err }, "use of limits was not recorded at shutdown")),
  );
  return restPaths;
}

function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of readFields(text)) {
    const earlier = query[name];
    query[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return query;
}

/** Bodies are JSON or empty; malformed JSON and other types have their own responses. */
function acceptOnlyJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json(\s*;|$)/i,
    { parseAs: "buffer" },
    (_request, body, done) => {
      let value: unknown;
      try {
        value = body.length === 0 ? undefined : readJson(body as Buffer);
      } catch (error) {
        return done(error as DomainError);
      }
      done(null, value);
    },
  );
}

function noSuchPath(): DomainError {
  return new DomainError("NOT_FOUND", "Path not found. Check the URL.");
}

function answerFaults(server: FastifyInstance): void {
  server.setNotFoundHandler((_request, reply) => {
    sendError(reply, noSuchPath());
  });
  server.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    if (error instanceof DomainError) return sendError(reply, error);
    const maxBytes = request.routeOptions.bodyLimit ?? bodyLimitBytes;
    const known: Record<string, DomainError> = {
      FST_ERR_CTP_BODY_TOO_LARGE: new DomainError(
        "PAYLOAD_TOO_LARGE",
        `The body is too large. Send at most ${maxBytes} bytes.`,
        { maxBytes },
      ),
      FST_ERR_CTP_INVALID_MEDIA_TYPE: new DomainError(
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the body as application/json.",
      ),
      FST_ERR_CTP_INVALID_CONTENT_LENGTH: new DomainError(
        "INVALID_JSON",
        "The body is shorter than its Content-Length. Send the whole body.",
      ),
    };
    return sendError(reply, known[error.code] ?? error);
  });
}
