import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { publicError } from "../../src/errors.ts";
import { replayRequest } from "../../src/http/replayed-request.ts";
import { readClock, type ClockOptions } from "../http/call-clock.ts";
import { countByAddress, type AddressCountOptions } from "../http/count-by-address.ts";
import { sendError } from "../http/answer.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { createAuthorizationServer, type AuthorizationServerParts } from "./authorization-server.ts";
import { createClientIds, registrationSchema, clientOf, sealClientId } from "./client-ids.ts";
import { answerInteraction, expired, type InteractionParts } from "./interaction.ts";
import type { IssuerLogin } from "./issuer-login.ts";
import { sendSignInFault } from "./pages.ts";
import { createSealer } from "./sealed-state.ts";
import { createSignInCookies } from "./sign-in-cookies.ts";
import { signInPaths } from "./sign-in.settings.ts";

export interface SignInOptions
  extends
    AuthorizationServerParts,
    AddressCountOptions,
    ClockOptions,
    Pick<InteractionParts, "apps" | "findPerson"> {}

const maxFormBytes = 16 * 1024;
const maxUrlLength = 8_192;

/**
 * Mounts the authorization server for agents, and the pages on which people sign in and agree. Requests without a principal
 * count against their address.
 */
export function mountSignIn(server: FastifyInstance, options: SignInOptions): void {
  let opened: Promise<Provider> | undefined;
  const open = () => (opened ??= createAuthorizationServer(options));
  const metadata = describeServer(options);
  server.get(signInPaths.metadata, (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").send(metadata),
  );
  mountRegistration(server, options);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, body),
    );
    for (const [method, url] of libraryRoutes) {
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: (request, reply) =>
          answering(request, reply, options, async () => passOn(await open(), request, reply, options)),
      });
    }
    mountPages(scope, options, open);
  });
  for (const [path, methods] of methodsOf) refuseOtherMethods(server, path, methods);
}

/** Registration of clients (RFC 7591). */
function mountRegistration(server: FastifyInstance, options: SignInOptions): void {
  const clientIds = createClientIds(options.secrets);
  server.post(signInPaths.register, (request, reply) =>
    answering(request, reply, options, async () => {
      const parsed = registrationSchema.safeParse(request.body);
      if (!parsed.success) return refuseClient(reply, parsed.error.issues[0]!.message);
      const id = await sealClientId(clientIds, parsed.data);
      if (id === null) return refuseClient(reply, "the registration is too large");
      const issuedAt = { client_id_issued_at: Math.floor(Date.now() / 1000) };
      return reply.code(201).send({ ...clientOf(id, parsed.data), ...issuedAt });
    }),
  );
}

/** The pages between the agent's request and its answer, and the way back from the issuer. */
function mountPages(scope: FastifyInstance, options: SignInOptions, open: () => Promise<Provider>): void {
  const { publicUrl, secrets } = options;
  let opened: Promise<IssuerLogin> | undefined;
  const openLogin = () =>
    (opened ??= import("./issuer-login.ts").then(({ createIssuerLogin }) =>
      createIssuerLogin(options, `${publicUrl}${signInPaths.callback}`),
    ));
  const cookies = createSignInCookies(createSealer(secrets, "state"), publicUrl.startsWith("https:"));
  scope.route<{ Params: { uid: string } }>({
    method: ["GET", "POST"],
    url: `${signInPaths.interaction}/:uid`,
    exposeHeadRoute: false,
    handler: (request, reply) =>
      paging(request, reply, options, async () =>
        answerInteraction(await open(), request, reply, { ...options, login: await openLogin(), cookies }),
      ),
  });
  scope.get(signInPaths.callback, { exposeHeadRoute: false }, (request, reply) =>
    paging(request, reply, options, async () => {
      const { state } = request.query as { state?: unknown };
      const pending = typeof state === "string" ? await cookies.readLogin(request, state) : null;
      if (pending === null) return sendSignInFault(reply, 400, expired);
      const login = await openLogin();
      const claims = await login.complete(new URL(request.url, publicUrl).search, pending);
      const { sub, email, emailVerified, name, picture } = claims;
      const person = { sub, email, emailVerified, name, picture };
      await cookies.keepPerson(reply, { uid: pending.uid, formToken: pending.nonce, claims: person });
      return reply.redirect(`${signInPaths.interaction}/${pending.uid}`, 303);
    }),
  );
}

const libraryRoutes = [
  ["GET", signInPaths.authorize],
  ["GET", `${signInPaths.authorize}/:uid`],
  ["POST", signInPaths.token],
  ["POST", signInPaths.revoke],
] as const;

const methodsOf: readonly [string, readonly string[]][] = [
  [signInPaths.metadata, ["GET", "HEAD"]],
  [signInPaths.register, ["POST"]],
  [signInPaths.authorize, ["GET"]],
  [signInPaths.token, ["POST"]],
  [signInPaths.revoke, ["POST"]],
  [signInPaths.callback, ["GET"]],
];

/** Metadata of the authorization server (RFC 8414). */
function describeServer({ publicUrl, scopes }: Pick<SignInOptions, "publicUrl" | "scopes">) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${signInPaths.authorize}`,
    token_endpoint: `${publicUrl}${signInPaths.token}`,
    registration_endpoint: `${publicUrl}${signInPaths.register}`,
    revocation_endpoint: `${publicUrl}${signInPaths.revoke}`,
    scopes_supported: [...scopes, "offline_access"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${publicUrl}/openapi.json`,
  };
}

/** Hands the request to the library, under the public address and with the scopes that it asks for or all reading ones. */
async function passOn(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, scopes }: Pick<SignInOptions, "publicUrl" | "scopes">,
): Promise<FastifyReply> {
  const url = new URL(request.url, publicUrl);
  if (request.url.length > maxUrlLength)
    return sendSignInFault(reply, 414, "The address is too long. Ask for fewer scopes.");
  const asks = url.pathname === signInPaths.authorize;
  if (asks && (url.searchParams.get("scope") ?? "") === "")
    url.searchParams.set("scope", scopes.filter((scope) => scope.startsWith("read:")).join(" "));
  const form =
    typeof request.body === "string" ? Object.fromEntries(new URLSearchParams(request.body)) : undefined;
  const replayed = replayRequest(request.raw, { url: url.pathname + url.search, body: form });
  const { protocol, host } = new URL(publicUrl);
  Object.assign(replayed.headers, {
    host,
    "x-forwarded-proto": protocol.slice(0, -1),
    "x-forwarded-host": host,
  });
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
  await provider.callback()(replayed, reply.raw);
  return reply;
}

function refuseClient(reply: FastifyReply, description: string): FastifyReply {
  return reply.code(400).send({ error: "invalid_client_metadata", error_description: description });
}

/** Counts the request against its address; refusals are JSON. */
async function answering(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SignInOptions,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    await count(request, reply, options);
    return await answer();
  } catch (error) {
    return sendError(reply, error);
  }
}

/** Counts the request against its address; refusals are pages. */
async function paging(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SignInOptions,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    await count(request, reply, options);
    return await answer();
  } catch (thrown) {
    const { status, error } = publicError(thrown, request.id);
    if (status >= 500) request.log.error({ err: thrown }, "a sign-in failed");
    return sendSignInFault(reply, status, error);
  }
}

function count(request: FastifyRequest, reply: FastifyReply, options: SignInOptions): Promise<void> {
  const clock = readClock(request.headers["x-test-clock"], options);
  return countByAddress(request, reply, { clock, limit: {}, options });
}
