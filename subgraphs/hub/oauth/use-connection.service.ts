import type { EntityManager } from "@mikro-orm/postgresql";
import { copyContext } from "../../../src/context.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { accessToken, rejectToken, type UsableToken } from "./access-token.service.ts";
import { findConnection } from "./connection-access.service.ts";
import { shownStatus } from "./connection-state.ts";
import type { ConnectionRow } from "./connection.rows.ts";
import { connectionNotFound, missingScope, needsReauth } from "./oauth.errors.ts";

/** What a feature needs of a service that people connect. */
export interface ConnectedService {
  /** As scopes are granted, any of which suffices; the first one is asked for. */
  readonly scopes: readonly [string, ...string[]];
}

/**
 * A connection of the account that a feature can use now. Throws CONNECTION_NOT_FOUND, `unfit` for a service that lacks the
 * feature, 409 CONNECTION_NEEDS_REAUTH, and INVALID_STATE (`missing_scope`) that names the scope.
 */
export async function requireConnection<Service extends ConnectedService>(
  em: EntityManager,
  ctx: HubContext,
  {
    connectionId,
    services,
    unfit,
  }: { connectionId: string; services: ReadonlyMap<string, Service>; unfit: DomainError },
): Promise<{ row: ConnectionRow; service: Service }> {
  const row = await findConnection(em, ctx, connectionId);
  if (!row) throw connectionNotFound();
  const service = services.get(row.provider);
  if (!service) throw unfit;
  const state = shownStatus(row, ctx.clock.now());
  if (state === "revoked" || state === "expired") throw needsReauth(state);
  const held = new Set(row.scopes.map((scope) => scope.toLowerCase()));
  if (!service.scopes.some((scope) => held.has(scope.toLowerCase()))) throw missingScope(service.scopes[0]);
  return { row, service };
}

/**
 * - `connection_lost`: the person must connect again.
 * - `no_token`: there is none now; it may be tried again.
 */
export type TokenTrouble = { kind: "connection_lost" } | { kind: "no_token" };

/**
 * Calls a service with a token of a connection. A token that the service refuses is renewed, once, and the call repeated:
 * nothing was executed. Outside of transactions.
 */
export async function withToken<Outcome extends { kind: string }>(
  ctx: HubContext,
  connectionId: string,
  call: (token: UsableToken) => Promise<Outcome>,
): Promise<Exclude<Outcome, { kind: "unauthorized" }> | TokenTrouble> {
  for (let isRenewed = false; ; isRenewed = true) {
    const token = await tokenOf(ctx, connectionId);
    if ("kind" in token) return token;
    const outcome = await call(token);
    if (outcome.kind !== "unauthorized") return outcome as Exclude<Outcome, { kind: "unauthorized" }>;
    if (isRenewed) return { kind: "connection_lost" };
    await rejectToken(ctx, connectionId, token.version);
  }
}

async function tokenOf(ctx: HubContext, connectionId: string): Promise<UsableToken | TokenTrouble> {
  try {
    return await accessToken(ctx, connectionId);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isLost = error.code === "CONNECTION_NOT_FOUND" || error.code === "CONNECTION_NEEDS_REAUTH";
    return { kind: isLost ? "connection_lost" : "no_token" };
  }
}

/** The context of a job for the account that owns a connection. */
export function actingForOwner(ctx: HubContext, ownerId: string): HubContext {
  return copyContext(ctx, { appId: null, principal: { ...ctx.principal, ownerId } });
}
