import { inTransaction } from "../../../src/db/transaction.ts";
import { validationError } from "../../../src/errors.ts";
import { findApp, requireAllowedApp, requireOwnApp } from "../apps/apps.service.ts";
import type { RegisteredApp } from "../apps/apps.types.ts";
import type { HubContext } from "../hub.context.ts";
import { selectConnections, type ConnectionRow } from "./connection.rows.ts";
import { providerNotFound } from "./oauth.errors.ts";
import type { OauthProvider } from "./oauth.port.ts";

/** The provider of this name. Throws PROVIDER_NOT_FOUND where it is not set up. */
export function requireProvider({ ports }: HubContext, name: string): OauthProvider {
  const provider = ports.oauth.get(name);
  if (!provider) throw providerNotFound();
  return provider;
}

/** The app that the input names. Throws 400 for one that is not registered, or APP_CONFLICT or FORBIDDEN. */
export async function requireApp(ctx: HubContext, appId: string): Promise<RegisteredApp> {
  requireAllowedApp(ctx, appId);
  const app = await findApp(ctx, appId);
  if (!app) throw validationError([{ path: "appId", message: "must be a registered app", rule: "exists" }]);
  return app;
}

/**
 * The apps whose connections a call is about: the one it names, else those that its credential is for; null for all.
 * Throws APP_CONFLICT, FORBIDDEN or APP_NOT_FOUND.
 */
export async function appsOfCall(ctx: HubContext, named: string | null): Promise<readonly string[] | null> {
  if (named !== null) await requireOwnApp(ctx, named);
  const appId = named ?? ctx.appId;
  if (appId !== null) return [appId];
  return ctx.principal.appIds === "all" ? null : ctx.principal.appIds;
}

/** SQL over `c` with the caller's account as `$1` and `appsOfCall` as `$2`: connections that have not been ended. */
export const ownLive =
  "c.owner_id = $1 AND ($2::text[] IS NULL OR c.app_id = ANY($2)) AND c.status <> 'ended'";

/** One of the account's connections; null when the principal has none of that id. */
export async function findOwnConnection(ctx: HubContext, id: string): Promise<ConnectionRow | null> {
  const { em, principal } = ctx;
  return inTransaction({ em, principal }, (own) => findConnection(own, ctx, id), { readOnly: true });
}

/** The same in an open transaction. */
export async function findConnection(
  em: HubContext["em"],
  ctx: HubContext,
  id: string,
): Promise<ConnectionRow | null> {
  const values = [ctx.principal.ownerId, await appsOfCall(ctx, null), id];
  return (await selectConnections(em, `${ownLive} AND c.id = $3`, values))[0] ?? null;
}
