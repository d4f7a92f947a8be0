import type { OperationDocs } from "../../data/docs.types.ts";
import { credentialHeader, type Identity } from "../session/identity.ts";

/** Facts of an operation that samples need. */
export type SampleSource = Pick<
  OperationDocs,
  "name" | "kind" | "document" | "example" | "rest" | "tool" | "access"
>;

/** Identity and server of a sample. */
export interface SamplePrincipal {
  identity: Pick<Identity, "kind" | "credential" | "isDemo">;
  /** Origin of the server, without a slash at its end. */
  baseUrl: string;
  /** Organization that the identity acts for. Absent or null for its own account. */
  accountId?: string | null;
}

/** Header of a sample. A secret outside the demo is an environment variable. */
export interface SampleHeader {
  name: string;
  value: string | { prefix: string; variable: string };
}

/** Language-independent request. */
export interface HttpCall {
  method: string;
  url: string;
  headers: readonly SampleHeader[];
  /** Sent as JSON; absent where there is no body. */
  body?: unknown;
  /** Sends an Idempotency-Key, so that a repeat has no second effect. */
  isRepeatable: boolean;
  /** Secret that signs the body, where it is known. */
  signingSecret?: string;
}

const secretVariable = "HUB_TOKEN";

/** A document of GraphQL with its variables. `appId` is the app that the call is for, where it needs one. */
export function graphqlCall(
  given: { document: string; variables: Record<string, unknown>; appId?: string | null; isPublic?: boolean },
  caller: SamplePrincipal,
): HttpCall {
  return {
    method: "POST",
    url: `${caller.baseUrl}/graphql`,
    headers: [...credentialOf(caller, given.isPublic ?? false), ...appOf(given.appId ?? null)],
    body: { query: given.document, variables: given.variables },
    isRepeatable: /^\s*mutation\b/m.test(given.document),
  };
}

/** An operation's call by GraphQL. */
export function operationCall(source: SampleSource, caller: SamplePrincipal): HttpCall {
  return graphqlCall(
    {
      document: source.document,
      variables: source.example?.variables ?? {},
      appId: otherApp(source),
      isPublic: source.access.auth === "public",
    },
    caller,
  );
}

/** An operation's REST call: arguments in path, query and body as its route takes them. Null where it has no route. */
export function restCall(source: SampleSource, caller: SamplePrincipal): HttpCall | null {
  const { rest, access } = source;
  if (!rest) return null;
  const input = { ...source.example?.input };
  const query = new URLSearchParams();
  let path = rest.path;
  for (const parameter of rest.parameters) {
    const value = input[parameter.name];
    if (parameter.in === "header" || value === undefined) continue;
    delete input[parameter.name];
    const text = Array.isArray(value) ? value.join(",") : String(value);
    if (parameter.in === "query") query.append(parameter.name, text);
    else path = path.replaceAll(`{${parameter.name}}`, encodeURIComponent(text));
  }
  const isProperty = rest.path.startsWith("/v1/");
  const signature = access.signatureHeader
    ? [{ name: access.signatureHeader, value: { prefix: "", variable: "SIGNATURE" } }]
    : [];
  const { signingSecret } = source.example ?? {};
  return {
    method: rest.method,
    url: `${caller.baseUrl}${path}${query.size > 0 ? `?${query}` : ""}`,
    headers: [
      ...credentialOf(caller, access.auth === "public", isProperty),
      ...appOf(rest.appHeader === "required" ? (access.app ?? "central") : null),
      ...signature,
    ],
    ...(rest.body === null ? {} : { body: access.signatureHeader ? signedBody(input) : input }),
    isRepeatable: source.kind === "mutation" && signature.length === 0,
    ...(caller.identity.isDemo && signingSecret !== undefined ? { signingSecret } : {}),
  };
}

/** The body of a webhook is sent as it is, and its signature in a header. */
function signedBody({ body }: Record<string, unknown>): unknown {
  return typeof body === "string" ? JSON.parse(body) : {};
}

/**
 * Request of an operation as an agent tool in plain JSON. Null if it is no tool. The person who runs the sample
 * confirms it, so it sends `confirm` if the tool needs a confirmation.
 */
export function toolCall(source: SampleSource, caller: SamplePrincipal): HttpCall | null {
  if (!source.tool) return null;
  return {
    method: "POST",
    url: `${caller.baseUrl}/tools/${source.tool.name}/call`,
    headers: [...credentialOf(caller, false), ...appOf(otherApp(source))],
    body: {
      arguments: source.example?.input ?? {},
      ...(needsConfirmation(source.tool) ? { confirm: true } : {}),
    },
    isRepeatable: source.kind === "mutation",
  };
}

/** The same by the Model Context Protocol. Null where it is no tool. */
export function mcpCall(source: SampleSource, caller: SamplePrincipal): HttpCall | null {
  if (!source.tool) return null;
  const params = { name: source.tool.name, arguments: source.example?.input ?? {} };
  return {
    method: "POST",
    url: `${caller.baseUrl}/mcp/all`,
    headers: [
      { name: "accept", value: "application/json, text/event-stream" },
      { name: "mcp-protocol-version", value: "2025-11-25" },
      ...credentialOf(caller, false),
      ...appOf(otherApp(source)),
    ],
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    // The second call carries the confirmation id, and needs the key of the first, or none.
    isRepeatable: source.kind === "mutation" && !needsConfirmation(source.tool),
  };
}

function needsConfirmation({ input }: NonNullable<SampleSource["tool"]>): boolean {
  return Object.hasOwn(input.properties ?? {}, "confirmationId");
}

/** App that a request must name, for operations that belong to no single app. Null where none is needed. */
export function otherApp({ rest, access }: Pick<SampleSource, "rest" | "access">): string | null {
  return rest?.appHeader === "required" && !access.app ? "central" : null;
}

function appOf(appId: string | null): SampleHeader[] {
  return appId === null ? [] : [{ name: "x-app-id", value: appId }];
}

/** The property API takes keys as bearer tokens, all others in `x-api-key`. */
function credentialOf(caller: SamplePrincipal, isPublic: boolean, isKeyBearer = false): SampleHeader[] {
  const { identity, accountId = null } = caller;
  const { credential, isDemo } = identity;
  const acting = accountId === null ? [] : [{ name: "x-account-id", value: accountId }];
  if (credential === null) {
    return isPublic
      ? []
      : [{ name: "authorization", value: { prefix: "Bearer ", variable: secretVariable } }];
  }
  const kind = isKeyBearer ? "user" : identity.kind;
  const [name, value] = credentialHeader({ kind, credential })!;
  if (isDemo) return [{ name, value }, ...acting];
  const prefix = name === "authorization" ? "Bearer " : "";
  return [{ name, value: { prefix, variable: secretVariable } }, ...acting];
}
