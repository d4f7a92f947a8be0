import { rowCursors, rowEnd } from "../../../src/db/cursor.ts";
import { cutPage } from "../../../src/db/page.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { appsOfCall, ownLive, requireProvider } from "./connection-access.service.ts";
import { showConnection, showNoConnection, showStatus } from "./connection-view.ts";
import { selectConnections } from "./connection.rows.ts";
import type { OauthConnectionArgs, OauthConnectionsArgs } from "./oauth-inputs.types.ts";
import type { OauthConnectionPage, OauthConnectionStatus } from "./oauth.types.ts";

/**
 * Status of the account's connection to a provider; without an app, the latest connection of any app. Calls no external
 * service. Throws PROVIDER_NOT_FOUND.
 */
export async function readStatus(ctx: HubContext, args: OauthConnectionArgs): Promise<OauthConnectionStatus> {
  const { name } = requireProvider(ctx, args.provider);
  const apps = await appsOfCall(ctx, args.appId ?? null);
  const where = `${ownLive} AND c.provider = $3 ORDER BY c.status, c.created_at DESC, c.id DESC LIMIT 1`;
  const values = [ctx.principal.ownerId, apps, name];
  const [row] = await inTransaction(ctx, (em) => selectConnections(em, where, values), { readOnly: true });
  if (row) return showStatus(row, ctx.clock.now());
  return showNoConnection(name, args.appId ?? ctx.appId);
}

/** The account's connections, newest first. Throws INVALID_CURSOR. */
export async function listConnections(
  ctx: HubContext,
  args: OauthConnectionsArgs,
): Promise<OauthConnectionPage> {
  const { limit } = args;
  const apps = await appsOfCall(ctx, args.appId ?? null);
  const cursors = rowCursors(ctx, ["oauth connections", apps]);
  const after = cursors.decode(args.cursor);
  const values = [ctx.principal.ownerId, apps];
  return inTransaction(
    ctx,
    async (em) => {
      const sql = `SELECT count(*)::int AS total FROM oauth_connections c WHERE ${ownLive}`;
      const [count] = await executeSql<{ total: number }>(em, sql, values);
      const found = await selectConnections(
        em,
        `${ownLive} AND ($3::timestamptz IS NULL OR (c.created_at, c.id) < ($3, $4))
         ORDER BY c.created_at DESC, c.id DESC LIMIT $5`,
        [...values, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      );
      const { rows, nextCursor } = cutPage(found, limit, cursors, rowEnd);
      const now = ctx.clock.now();
      const connections = rows.map((row) => showConnection(row, now));
      return { connections, total: count?.total ?? 0, limit, nextCursor };
    },
    { readOnly: true },
  );
}
