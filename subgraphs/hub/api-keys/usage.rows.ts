import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { ApiKeyUsageStats } from "./api-keys.types.ts";

interface StatsRow {
  keyId: string;
  total: number;
  hour: number;
  day: number;
  month: number;
}

/** Usage of keys in the calendar hour, day and month (UTC) of `now`; zeros for an unused one. */
export async function readUsageStats(
  em: EntityManager,
  keyIds: readonly string[],
  now: Date,
): Promise<(keyId: string) => ApiKeyUsageStats> {
  const iso = now.toISOString();
  const hour = `${iso.slice(0, 13)}:00:00.000Z`;
  const day = `${iso.slice(0, 10)}T00:00:00.000Z`;
  const month = `${iso.slice(0, 7)}-01T00:00:00.000Z`;
  const all = "ok + client_error + server_error + rate_limited";
  const sum = (from: string) =>
    `COALESCE(sum(${all}) FILTER (WHERE hour >= ${from} AND hour <= $2), 0)::float8`;
  const rows = await executeSql<StatsRow>(
    em,
    `SELECT t.key_id AS "keyId", t.requests::float8 AS total, ${sum("$2")} AS hour, ${sum("$3")} AS day, ${sum("$4")} AS month
     FROM api_key_totals t LEFT JOIN api_key_usage u ON u.key_id = t.key_id AND u.hour >= $4
     WHERE t.key_id = ANY($1) GROUP BY t.key_id`,
    [keyIds, hour, day, month],
  );
  const byKey = new Map(rows.map((row) => [row.keyId, row]));
  return (keyId) => {
    const row = byKey.get(keyId);
    return {
      totalRequests: row?.total ?? 0,
      requestsThisHour: row?.hour ?? 0,
      requestsToday: row?.day ?? 0,
      requestsThisMonth: row?.month ?? 0,
    };
  };
}
