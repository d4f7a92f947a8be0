import { parse } from "graphql";
import type { IncomingHttpHeaders } from "node:http";
import { parseKey } from "../../src/access/key-format.ts";
import { anonymous, internalPrincipal, mayUseApp, type Principal } from "../../src/access/principal.ts";
import { accountNotFound, accountSuspended, type Membership } from "../../src/access/roles.ts";
import { tierRefusal } from "../../src/access/rules.ts";
import type { TokenClaims, TokenVerifier } from "../../src/access/token.ts";
import type { CallContext } from "../../src/context.ts";
import { DomainError, validationError } from "../../src/errors.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";

/** Verifies a request's credential once and returns its principal. Throws for an invalid credential. */
export type Identify = (request: IncomingCall) => Promise<Principal>;

export interface IncomingCall {
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  /** Where the call comes from; a proxy's word counts only if the proxy is trusted. */
  ip: string;
  /** True at the agent door, which also accepts tokens of the platform's own authorization server. */
  isAgentDoor?: boolean;
  /** Called as soon as the principal is known, also when the request is then refused. */
  onKnown?(principal: Principal): void;
  /** The request before its principal is known. */
  call: CallContext;
}

const callerDocument = parse(/* GraphQL */ `
  query ResolveCaller($input: CallerInput!) {
    caller(input: $input) {
      kind
      id
      ownerId
      email
      name
      sessionId
      isAdmin
      plan
      invoicerTier
      tiers
      scopes
      allScopes
      appIds
      allApps
      livemode
      closed
      isReadOnly
      keyLimits {
        requestsPerHour
        requestsPerDay
        requestsPerMonth
      }
      isIpAllowed
      isAppKnown
      isAccountKnown
      isAccountSuspended
      hasKeyAccess
      membership {
        accountId
        userId
        role
        version
        rights
        approves
        approvesAll
        isLimited
        isClosing
      }
    }
  }
`);

export interface CallerRow extends Omit<Principal, "scopes" | "appIds" | "membership"> {
  scopes: string[];
  allScopes: boolean;
  appIds: string[];
  allApps: boolean;
  isIpAllowed: boolean;
  isAppKnown: boolean;
  isAccountKnown: boolean;
  isAccountSuspended: boolean;
  hasKeyAccess: boolean;
  membership: (Omit<Membership, "approves"> & { approves: string[]; approvesAll: boolean }) | null;
}

const router = internalPrincipal("router");

/** Resolves a credential on behalf of the router, as the hub's field `caller` does. */
export type ResolveCaller = (input: CallerLookup, call: CallContext) => Promise<CallerRow>;

/** Input of the hub's field `caller`. */
interface CallerLookup {
  claims?: TokenClaims;
  key?: string;
  appId?: string;
  ip?: string;
  onBehalfOf?: string;
  accountId?: string;
}

/**
 * Makes the identifier: tokens are verified here, keys by form; the hub subgraph knows the account, its plan and
 * whether a key is still good. Rules of credentials: at most one, and never in the URL.
 */
export function createIdentifier(
  tokens: TokenVerifier,
  resolveCaller: ResolveCaller,
  agentTokens: TokenVerifier = tokens,
): Identify {
  return async ({ headers, query, ip, call, isAgentDoor = false, onKnown }) => {
    refuseKeyInUrl(query);
    const credential = readCredential(headers);
    if (!credential) {
      refuseActingFor(anonymous, headers);
      return anonymous;
    }
    const verifier = isAgentDoor ? agentTokens : tokens;
    const input = await toCallerInput(credential, { headers, ip, call }, verifier);
    const caller = await resolveCaller(input, { ...call, principal: router });
    const principal = toPrincipal(caller);
    onKnown?.(principal);
    const refusal = refuse(caller, call, principal);
    if (refusal) throw refusal;
    refuseActingFor(principal, headers);
    return principal;
  };
}

/**
 * Resolves credentials by the hub's own use case where it is in this process: each request would otherwise run a document
 * for it. Whatever goes wrong there, other than a refusal, the graph tries again and words.
 */
export function createCallerResolver(hub: SubgraphExecutor, resolveHere?: ResolveCaller): ResolveCaller {
  const fetchCaller: ResolveCaller = async (input, call) => {
    const result = await hub({ document: callerDocument, variables: { input }, call });
    if (result.errors?.[0]) throw subgraphError(result.errors[0]);
    return result.data!["caller"] as CallerRow;
  };
  if (!resolveHere) return fetchCaller;
  return async (input, call) => {
    try {
      return await resolveHere(input, call);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      return fetchCaller(input, call);
    }
  };
}

function readCredential(headers: IncomingHttpHeaders): string | null {
  const bearer = headers.authorization;
  const key = headers["x-api-key"];
  if (bearer !== undefined && key !== undefined) {
    throw validationError([
      { path: "authorization", message: "must be the only credential; send one header", rule: "single" },
    ]);
  }
  if (key !== undefined) return String(key);
  if (bearer === undefined) return null;
  const match = /^Bearer +(\S+)$/i.exec(bearer);
  if (!match) throw unauthorized();
  return match[1]!;
}

async function toCallerInput(
  credential: string,
  { headers, ip, call }: Pick<IncomingCall, "headers" | "ip" | "call">,
  tokens: TokenVerifier,
): Promise<CallerLookup> {
  const isKey = /^hub(sa)?_/.test(credential) || headers["x-api-key"] !== undefined;
  const onBehalfOf = headers["x-on-behalf-of"];
  const ofApp = call.appId === null ? {} : { appId: call.appId };
  const named = namedAccount(headers);
  if (isKey) {
    if (!parseKey(credential)?.valid) throw unauthorized();
    const acting = onBehalfOf ? { onBehalfOf: String(onBehalfOf) } : {};
    return { key: credential, ip, ...ofApp, ...(named && { accountId: named }), ...acting };
  }
  const claims = await tokens.verify(credential, call.clock.now());
  const accountId = named ?? claims.account;
  if (claims.account !== null && claims.account !== accountId) throw accountNotFound();
  return { claims, ...ofApp, ...(accountId && { accountId }) };
}

/** The account in `x-account-id`; null without one. */
function namedAccount(headers: IncomingHttpHeaders): string | null {
  const named = headers["x-account-id"];
  if (named === undefined || String(named).trim() === "") return null;
  const accountId = String(named).trim();
  // As every account that does not exist.
  if (accountId.length > 128 || !/^[\x20-\x7e]+$/.test(accountId)) throw accountNotFound();
  return accountId;
}

/** Who the credential is good for, but not from there, not for this app, or not any more. */
function refuse(
  { isIpAllowed, isAppKnown, isAccountKnown, isAccountSuspended, hasKeyAccess }: CallerRow,
  call: CallContext,
  principal: Principal,
): DomainError | null {
  const { appId } = call;
  if (!isIpAllowed) {
    return new DomainError(
      "FORBIDDEN",
      "This key does not allow requests from this IP address. Change its allowedIps.",
      {
        reason: "ip_not_allowed",
      },
    );
  }
  if (!isAccountKnown) return accountNotFound();
  if (isAccountSuspended) return accountSuspended();
  if (!isAppKnown) return new DomainError("UNKNOWN_APP", "App not found. Check the app ID.");
  if (appId !== null && !mayUseApp(principal, appId)) {
    return new DomainError("FORBIDDEN", `This credential has no access to the app ${appId}.`, {
      reason: "app_not_allowed",
    });
  }
  if (hasKeyAccess) return null;
  return tierRefusal(
    { ...call, principal },
    "integration",
    "This key is suspended because its owner's plan no longer includes API access. Upgrade the plan.",
  );
}

/**
 * Only service accounts act for other accounts. Ignoring the header would run the request for the wrong
 * account.
 */
function refuseActingFor({ kind }: Principal, headers: IncomingHttpHeaders): void {
  if (kind === "serviceAccount" || !headers["x-on-behalf-of"]) return;
  throw validationError([
    { path: "x-on-behalf-of", message: "is only for service accounts; remove it", rule: "credential" },
  ]);
}

/** Every fact of a principal, so that the compiler finds one that is left out below. */
type Facts = { [Fact in keyof Required<Omit<Principal, "membership">>]: Principal[Fact] };

/** The principal of a resolved credential. Written out: the rest of a caller would be collected for every request. */
export function toPrincipal(caller: CallerRow): Principal {
  const facts: Facts = {
    kind: caller.kind,
    id: caller.id,
    ownerId: caller.ownerId,
    email: caller.email,
    name: caller.name,
    sessionId: caller.sessionId,
    isAdmin: caller.isAdmin,
    plan: caller.plan,
    invoicerTier: caller.invoicerTier,
    tiers: caller.tiers,
    livemode: caller.livemode,
    closed: caller.closed,
    isReadOnly: caller.isReadOnly,
    keyLimits: caller.keyLimits,
    scopes: caller.allScopes ? "all" : caller.scopes,
    appIds: caller.allApps ? "all" : caller.appIds,
  };
  const principal = facts as Principal;
  if (caller.membership) principal.membership = toMembership(caller.membership);
  return Object.freeze(principal);
}

function toMembership({ approvesAll, approves, ...facts }: NonNullable<CallerRow["membership"]>): Membership {
  return Object.freeze({ ...facts, approves: approvesAll ? "all" : approves });
}

function refuseKeyInUrl(query: Record<string, unknown>): void {
  for (const value of Object.values(query)) {
    const isKey = Array.isArray(value) ? value.some(isKeyText) : isKeyText(value);
    if (isKey) {
      throw new DomainError(
        "KEY_IN_URL",
        "Never send a key in the URL. Send it in a header and rotate this key.",
      );
    }
  }
}

function isKeyText(value: unknown): boolean {
  return typeof value === "string" && parseKey(value) !== null;
}

function unauthorized(): DomainError {
  return new DomainError("UNAUTHORIZED", "The credential is not valid. Sign in again or use another key.");
}
