import { rowCursors } from "../../../src/db/cursor.ts";
import { cutPage } from "../../../src/db/page.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import type { ReloadContext } from "./reload.context.ts";
import { ownerOf } from "../base/gateway.context.ts";
import type {
  AutoReloadArgs,
  AutoReloadConfig,
  AutoReloadHistory,
  AutoReloadHistoryArgs,
} from "./auto-reload.types.ts";
import { findMonth } from "./month.rows.ts";
import { presentConfig, presentReload } from "./present-reload.ts";
import { reloadAppOf } from "./reload-app.ts";
import { monthOf } from "./reload-rules.ts";
import { listReloads } from "./reload.rows.ts";
import { findRule, hasEnabledRule } from "./rule.rows.ts";

/** Returns the auto-reload settings of the request's app; disabled when never saved. */
export async function readAutoReload(ctx: ReloadContext, args: AutoReloadArgs): Promise<AutoReloadConfig> {
  const appId = reloadAppOf(ctx, args.appId);
  const ownerId = ownerOf(ctx);
  const now = ctx.clock.now();
  const month = monthOf(now);
  return inTransaction(
    ctx,
    async (em) => {
      const rule = await findRule(em, ownerId, appId);
      const spending = await findMonth(em, { ownerId, appId, month });
      return presentConfig(rule, { month, spending }, now);
    },
    { readOnly: true },
  );
}

/** Whether auto-reload is on in any app of the account. */
export function isAutoReloadOn(ctx: ReloadContext): Promise<boolean> {
  return inTransaction(ctx, (em) => hasEnabledRule(em, ownerOf(ctx)), { readOnly: true });
}

/** Lists reloads of the request's app, newest first. Throws INVALID_CURSOR for a cursor of another app or filter. */
export async function readReloadHistory(
  ctx: ReloadContext,
  { appId: named, status = null, limit, after: cursor }: AutoReloadHistoryArgs,
): Promise<AutoReloadHistory> {
  const appId = reloadAppOf(ctx, named);
  const of = { ownerId: ownerOf(ctx), appId, status };
  const cursors = rowCursors(ctx, ["auto-reloads", appId, status]);
  const after = cursors.decode(cursor);
  const found = await inTransaction(ctx, (em) => listReloads(em, of, after, limit + 1), { readOnly: true });
  const { rows, nextCursor } = cutPage(found, limit, cursors, ({ triggeredAt, id }) => [
    triggeredAt.toISOString(),
    id,
  ]);
  return { reloads: rows.map(presentReload), nextCursor };
}
