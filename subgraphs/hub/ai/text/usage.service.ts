import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { requireRegisteredApp } from "../../apps/apps.service.ts";
import type { HubContext } from "../../hub.context.ts";
import type { AiUsage, AiUsageDay } from "../ai.types.ts";

const days = 30;
const dayMs = 24 * 60 * 60 * 1000;

interface DayRow {
  date: string;
  textRequests: number;
  imageRequests: number;
  timed: number;
  durationMs: number;
  costMicroUsd: number;
}

/**
 * AI usage of an app by all principals, over exactly 30 UTC days that end with today. Each request counts once, however
 * many providers were tried; the spending sums the billed attempts. Throws APP_NOT_FOUND.
 */
export async function readUsage(ctx: HubContext, appId: string): Promise<AiUsage> {
  await requireRegisteredApp(ctx, appId);
  const today = Math.floor(ctx.clock.now().getTime() / dayMs) * dayMs;
  const first = new Date(today - (days - 1) * dayMs);
  const rows = await asSystem(ctx.em, (em) =>
    executeSql<DayRow>(em, byDay, [appId, first, new Date(today + dayMs)]),
  );
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const daily = Array.from({ length: days }, (_, index) => {
    const date = new Date(first.getTime() + index * dayMs).toISOString().slice(0, 10);
    return toDay(date, byDate.get(date));
  });
  return { appId, totals: totalsOf(rows), daily };
}

const byDay = `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
    count(*) FILTER (WHERE kind = 'text')::int AS "textRequests",
    count(*) FILTER (WHERE kind = 'image')::int AS "imageRequests",
    count(duration_ms)::int AS timed, coalesce(sum(duration_ms), 0)::float8 AS "durationMs",
    coalesce(sum(cost_micro_usd), 0)::float8 AS "costMicroUsd"
  FROM ai_requests WHERE app_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1`;

function toDay(date: string, row: DayRow | undefined): AiUsageDay {
  const { textRequests = 0, imageRequests = 0, costMicroUsd = 0 } = row ?? {};
  return { date, textRequests, imageRequests, spendUsd: costMicroUsd / 1_000_000 };
}

function totalsOf(rows: readonly DayRow[]): AiUsage["totals"] {
  const sum = (name: Exclude<keyof DayRow, "date">) => rows.reduce((total, row) => total + row[name], 0);
  const timed = sum("timed");
  return {
    textRequests: sum("textRequests"),
    imageRequests: sum("imageRequests"),
    avgDurationMs: timed === 0 ? 0 : Math.round(sum("durationMs") / timed),
    estimatedSpendUsd: sum("costMicroUsd") / 1_000_000,
  };
}
