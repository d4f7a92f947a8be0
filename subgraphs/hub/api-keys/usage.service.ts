import type { EntityManager } from "@mikro-orm/postgresql";
import { internalPrincipal } from "../../../src/access/principal.ts";
import { copyContext } from "../../../src/context.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { readRange } from "../../../src/time/usage-range.ts";
import type { HubContext } from "../hub.context.ts";
import { findKey, readKeys } from "./api-keys.service.ts";
import { ownKeys, ownKeysOf } from "./api-key.rows.ts";
import { announceReachedLimits } from "./reached-limits.service.ts";
import { readUsageStats } from "./usage.rows.ts";
import { countsBy, endpointsOf, seriesOf, zeros, type UsageRow } from "./usage-series.ts";
import type {
  AccountKeyUsage,
  ApiKeyUsage,
  ApiKeyUsageArgs,
  KeyTallyInput,
  KeyUsage,
  RecordKeyUsageInput,
  UsageRangeArgs,
} from "./usage.types.ts";

/** Usage of one of the account's keys. Throws API_KEY_NOT_FOUND, VALIDATION_ERROR, and FORBIDDEN as the list. */
export async function readUsage(ctx: HubContext, args: ApiKeyUsageArgs): Promise<ApiKeyUsage> {
  const range = readRange(args, ctx.clock.now());
  return readKeys(ctx, async (em) => {
    const { id } = await findKey(ctx, em, args.id);
    const stats = await readUsageStats(em, [id], ctx.clock.now());
    const rows = await executeSql<UsageRow>(
      em,
      `SELECT hour, endpoint, ok, client_error AS "clientError", server_error AS "serverError",
         rate_limited AS "rateLimited" FROM api_key_usage WHERE key_id = $1 AND hour >= $2 AND hour < $3`,
      [id, range.from, range.end],
    );
    return { usageStats: stats(id), series: seriesOf(rows, range), byEndpoint: endpointsOf(rows) };
  });
}

/** Usage of all of the account's keys, revoked ones too. Throws VALIDATION_ERROR, and FORBIDDEN as the list. */
export async function readAccountUsage(ctx: HubContext, args: UsageRangeArgs): Promise<AccountKeyUsage> {
  const range = readRange(args, ctx.clock.now());
  const own = ownKeysOf(ctx);
  return readKeys(ctx, async (em) => {
    const rows = await executeSql<UsageRow & { keyId: string }>(
      em,
      `SELECT key_id AS "keyId", hour, endpoint, ok, client_error AS "clientError", server_error AS "serverError",
         rate_limited AS "rateLimited" FROM api_key_usage
       WHERE key_id IN (SELECT id FROM api_keys WHERE ${ownKeys}) AND hour >= $3 AND hour < $4`,
      [...own, range.from, range.end],
    );
    const keys = await executeSql<Omit<KeyUsage, keyof typeof none>>(
      em,
      `SELECT id AS "keyId", name, key_preview AS "keyPreview" FROM api_keys WHERE ${ownKeys}`,
      own,
    );
    const counts = countsBy(rows, ({ keyId }) => keyId);
    const byKey = keys
      .map((key) => ({ ...key, ...(counts.get(key.keyId) ?? none) }))
      .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
    return { series: seriesOf(rows, range), byKey, byEndpoint: endpointsOf(rows) };
  });
}

const none = zeros();

/**
 * Adds usage that a router has counted. Idempotent per batch: its id is the idempotency key. Counts of deleted keys are
 * dropped. "Last used" moves at most once per minute. Notifies owners of reached limits.
 */
export async function recordUsage(ctx: HubContext, input: RecordKeyUsageInput): Promise<boolean> {
  const platform = copyContext(ctx, { principal: internalPrincipal(ctx.principal.id, "platform") });
  return exactlyOnce(platform, { operation: "recordKeyUsage", input }, async (em) => {
    // One order for all batches, so that two of them wait for each other instead of deadlocking.
    const tallies = input.tallies.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    await asSystem(em, async (own) => {
      await addTallies(own, tallies);
      await announceReachedLimits(ctx, own, input.reached);
    });
    return true;
  });
}

function nameOf({ keyId, hour, endpoint }: KeyTallyInput): string {
  return `${keyId} ${hour.toISOString()} ${endpoint}`;
}

async function addTallies(em: EntityManager, tallies: readonly KeyTallyInput[]): Promise<void> {
  const column = <T>(pick: (tally: KeyTallyInput) => T) => tallies.map(pick);
  await executeSql(
    em,
    `WITH counted AS (
       SELECT k.owner_id, t.* FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
         AS t (key_id, hour, endpoint, ok, client_error, server_error, rate_limited) JOIN api_keys k ON k.id = t.key_id
     ), totals AS (
       INSERT INTO api_key_totals AS known (key_id, owner_id, requests)
       SELECT key_id, owner_id, sum(ok + client_error + server_error + rate_limited) FROM counted
       GROUP BY key_id, owner_id ORDER BY key_id
       ON CONFLICT (key_id) DO UPDATE SET requests = known.requests + EXCLUDED.requests
     )
     INSERT INTO api_key_usage AS known (key_id, owner_id, hour, endpoint, ok, client_error, server_error, rate_limited)
     SELECT key_id, owner_id, hour, endpoint, ok, client_error, server_error, rate_limited FROM counted
     ORDER BY key_id, hour, endpoint
     ON CONFLICT (key_id, hour, endpoint) DO UPDATE SET ok = known.ok + EXCLUDED.ok,
       client_error = known.client_error + EXCLUDED.client_error,
       server_error = known.server_error + EXCLUDED.server_error,
       rate_limited = known.rate_limited + EXCLUDED.rate_limited`,
    [
      column(({ keyId }) => keyId),
      column(({ hour }) => hour),
      column(({ endpoint }) => endpoint),
      column(({ ok }) => ok),
      column(({ clientError }) => clientError),
      column(({ serverError }) => serverError),
      column(({ rateLimited }) => rateLimited),
    ],
  );
  await executeSql(
    em,
    `UPDATE api_keys k SET last_used_at = used.at FROM (
       SELECT key_id, max(at) AS at FROM unnest($1::text[], $2::timestamptz[]) AS t (key_id, at) GROUP BY key_id) AS used
     WHERE k.id = used.key_id AND (k.last_used_at IS NULL OR k.last_used_at <= used.at - interval '1 minute')`,
    [column(({ keyId }) => keyId), column(({ lastUsedAt }) => lastUsedAt)],
  );
}
