import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { findApp, requireAllowedApp } from "../../apps/apps.service.ts";
import type { RegisteredApp } from "../../apps/apps.types.ts";
import type { HubContext } from "../../hub.context.ts";
import { connectionNotFound } from "../banking.errors.ts";
import { lockConnection, selectConnections, type ConnectionRow } from "./connection.rows.ts";

/**
 * The apps whose connections a call may read: the one it names, else those that its credential is for; null for all. A
 * connection that is not enabled for any of them does not exist for the call.
 */
export function readingApps({ appId, principal }: HubContext): readonly string[] | null {
  if (appId !== null) return [appId];
  return principal.appIds === "all" ? null : principal.appIds;
}

/** SQL over `c` and one parameter of `readingApps`. */
export function enabledFor(parameter: string): string {
  return `(${parameter}::text[] IS NULL OR EXISTS (SELECT FROM bank_connection_apps p
    WHERE p.connection_id = c.id AND p.enabled AND p.app_id = ANY(${parameter})))`;
}

/** One of the caller's connections, for a read. Throws CONNECTION_NOT_FOUND. */
export async function readConnection(ctx: HubContext, connectionId: string): Promise<ConnectionRow> {
  const where = `c.id = $1 AND c.owner_id = $2 AND ${enabledFor("$3")}`;
  const values = [connectionId, ctx.principal.ownerId, readingApps(ctx)];
  // Work that must commit with the request belongs in the transaction that changes something.
  const { em, principal } = ctx;
  const select = (own: EntityManager) => selectConnections(own, where, values);
  const [row] = await inTransaction({ em, principal }, select, { readOnly: true });
  if (!row) throw connectionNotFound();
  return row;
}

/**
 * One of the caller's connections, locked for a change, whichever apps it is enabled for; a credential of some apps
 * changes only what one of them has. Throws CONNECTION_NOT_FOUND.
 */
export async function lockOwnConnection(
  { principal }: HubContext,
  em: EntityManager,
  connectionId: string,
): Promise<ConnectionRow> {
  const row = await lockConnection(em, connectionId);
  const isReachable =
    row?.ownerId === principal.ownerId &&
    (principal.appIds === "all" || row.apps.some(({ appId }) => principal.appIds.includes(appId)));
  if (!row || !isReachable) throw connectionNotFound();
  return row;
}

/** The app that the input names. Throws 400 for one that is not registered, or APP_CONFLICT or FORBIDDEN. */
export async function requireApp(ctx: HubContext, appId: string): Promise<RegisteredApp> {
  requireAllowedApp(ctx, appId);
  const app = await findApp(ctx, appId);
  if (!app) throw validationError([{ path: "appId", message: "must be a registered app", rule: "exists" }]);
  return app;
}
