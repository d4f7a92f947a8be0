import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { validationError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { appsOfCall, ownLive, requireProvider } from "./connection-access.service.ts";
import { openToken } from "./connection-tokens.ts";
import {
  deleteConnection,
  selectConnections,
  updateConnection,
  type ConnectionRow,
} from "./connection.rows.ts";
import type { RevokeOauthConnectionInput } from "./oauth-inputs.types.ts";
import { connectionNotFound } from "./oauth.errors.ts";
import type { RevokedOauthConnection } from "./oauth.types.ts";

/**
 * Ends one of the account's connections: it is unusable from now on, the provider is called once to revoke the grant,
 * and the tokens are erased whatever it responds. A sweep finishes the work of a process that dies in between. Throws
 * PROVIDER_NOT_FOUND, CONNECTION_NOT_FOUND, and 400 when several apps are connected and none is named.
 */
export async function revokeConnection(
  ctx: HubContext,
  input: RevokeOauthConnectionInput,
): Promise<RevokedOauthConnection> {
  const apps = await appsOfCall(ctx, input.appId ?? null);
  requireProvider(ctx, input.provider);
  return onceOutside(
    ctx,
    { operation: "revokeOauthConnection", input },
    {
      record: async (em) => {
        const where = `${ownLive} AND c.provider = $3 FOR UPDATE`;
        const [row, ...others] = await selectConnections(em, where, [
          ctx.principal.ownerId,
          apps,
          input.provider,
        ]);
        if (!row) throw connectionNotFound();
        if (others.length > 0)
          throw validationError([
            { path: "appId", message: "is required because several apps are connected", rule: "required" },
          ]);
        if (row.status === "revoked") await deleteConnection(em, row.id);
        else await markEnded(em, row.id, ctx.clock.now());
        const { id, provider, appId } = row;
        return { connectionId: id, provider, appId };
      },
      act: ({ connectionId }) => finishEnding(ctx, connectionId),
      settle: async (_em, intent, revokedAtProvider) => ({
        ...intent,
        status: "not_connected",
        revokedAtProvider,
      }),
    },
  );
}

/** Makes it unusable from now on; its tokens stay until the provider has been called. */
async function markEnded(em: EntityManager, id: string, now: Date): Promise<void> {
  const lease = { refresh_lease: null, refresh_leased_until: null };
  await updateConnection(em, id, { status: "ended", ended_at: now, updated_at: now, ...lease });
}

/** Revokes the grant at the provider, once, then erases the tokens. True when the provider confirmed. */
async function finishEnding(ctx: HubContext, connectionId: string): Promise<boolean> {
  const [row] = await asSystem(ctx.em, (em) =>
    selectConnections(em, "c.id = $1 AND c.status = 'ended'", [connectionId]),
  );
  if (!row) return false;
  const isRevoked = await tryRevoke(ctx, row);
  await asSystem(ctx.em, (em) => deleteConnection(em, connectionId));
  return isRevoked;
}

async function tryRevoke(ctx: HubContext, row: ConnectionRow): Promise<boolean> {
  const { keyRing, oauth } = ctx.ports;
  const kind = row.refreshTokenSealed === null ? "access_token" : "refresh_token";
  try {
    return (await oauth.get(row.provider)?.revoke(openToken(keyRing, row, kind)!, kind)) ?? false;
  } catch (err) {
    ctx.log.warn({ err, connectionId: row.id }, "A grant could not be revoked at its provider");
    return false;
  }
}

/** A call that ends a connection has this long before the sweep does it. */
const sweepAfterMs = 60_000;

/** Finishes what dead processes have left unfinished; returns how many connections. */
export async function sweepEnded(ctx: HubContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - sweepAfterMs);
  const sql =
    "SELECT id FROM oauth_connections WHERE status = 'ended' AND ended_at <= $1 ORDER BY ended_at LIMIT 200";
  const ids = await asSystem(ctx.em, (em) => executeSql<{ id: string }>(em, sql, [before]));
  for (const { id } of ids) await finishEnding(ctx, id);
  return ids.length;
}

/** Accounts that are erased, or with `$1` the one that is being erased. */
const isErasedOwner = `CASE WHEN $1::text IS NULL THEN c.owner_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL)
  ELSE c.owner_id = $1 END`;

/**
 * Ends the connections of erased accounts, and deletes their unfinished flows; or ends those of one account that is being
 * erased. Returns how many connections.
 */
export async function eraseConnections(ctx: HubContext, accountId: string | null = null): Promise<number> {
  const ids = await asSystem(ctx.em, async (em) => {
    if (accountId === null) await executeSql(em, `DELETE FROM oauth_flows c WHERE ${isErasedOwner}`, [null]);
    const rows = await selectConnections(em, `${isErasedOwner} FOR UPDATE`, [accountId]);
    for (const { id, status } of rows) {
      if (status === "revoked") await deleteConnection(em, id);
      else await markEnded(em, id, ctx.clock.now());
    }
    return rows.map(({ id }) => id);
  });
  for (const id of ids) await finishEnding(ctx, id);
  return ids.length;
}

const keepFlowsMs = 24 * 60 * 60 * 1000;

/** Deletes authorizations older than a day; returns how many. */
export async function purgeFlows(ctx: HubContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - keepFlowsMs);
  const sql = "DELETE FROM oauth_flows WHERE expires_at <= $1 RETURNING 1";
  return (await asSystem(ctx.em, (em) => executeSql(em, sql, [before]))).length;
}
