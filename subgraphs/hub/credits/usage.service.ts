import { mayUseApp } from "../../../src/access/principal.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { readRange } from "../../../src/time/usage-range.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { ownerOf } from "./credits.service.ts";
import { creditUsageOf, type MovementSum } from "./usage.ts";
import type { CreditUsage, CreditUsageArgs } from "./usage.types.ts";

const sumsSql = `SELECT (floor(extract(epoch FROM e.created_at) * 1000 / $4::float8) * $4::float8)::float8 AS at,
    e.app_id AS "appId", e.type, e.operation, count(*)::int AS movements, sum(e.amount)::float8 AS amount
  FROM credit_accounts a JOIN credit_entries e ON e.account_id = a.id
  WHERE a.owner_id = $1 AND a.pool = 'standard' AND e.created_at >= $2 AND e.created_at < $3
    AND ($5::text IS NULL OR a.app_id = $5)
  GROUP BY 1, 2, 3, 4`;

/**
 * Credit spending of the account in a range, in one app or in all apps of the credential. Throws VALIDATION_ERROR for a
 * range that is empty or too long, FORBIDDEN for an app that the credential does not cover.
 */
export async function readCreditUsage(ctx: HubContext, args: CreditUsageArgs): Promise<CreditUsage> {
  const appId = args.appId ?? ctx.appId;
  if (appId !== null) await requireOwnApp(ctx, appId);
  const range = readRange(args, ctx.clock.now());
  const sums = await readRows<MovementSum>(ctx, {
    sql: sumsSql,
    parameters: [ownerOf(ctx), range.from, range.end, range.widthMs, appId],
  });
  return creditUsageOf(
    sums.filter((sum) => mayUseApp(ctx.principal, sum.appId)),
    range,
  );
}
