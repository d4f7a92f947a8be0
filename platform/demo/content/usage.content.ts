import { demoId } from "../../../src/demo-identities.ts";
import { seedPastUses, type PastUse } from "../../../subgraphs/hub/credits/past-uses.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { ContentRow, DemoContent } from "./content-step.ts";

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const days = 30;

/** What a small company pays for on a working day, by the hour. */
const workingDay: readonly (readonly [hour: number, operation: string])[] = [
  [8, "gateway.query"],
  [9, "invoice.create"],
  [9, "invoice.send"],
  [11, "gateway.query"],
  [14, "gateway.mutation"],
  [16, "ai.text"],
];
const sometimes: readonly (readonly [everyDays: number, hour: number, operation: string])[] = [
  [7, 10, "payroll.run"],
  [5, 13, "report.monthly"],
  [3, 15, "property.score"],
];

/** A month of usage: credits of the owner, requests with demo keys, and AI requests. */
export function usageContent(ownerId: string, now: Date): DemoContent {
  return {
    subgraph: "hub",
    appId: "central",
    ownerId,
    lastRow: { table: "ai_requests", id: "air_demo_1" },
    steps: [],
    decide: (ctx) => seedPastUses(ctx as HubContext, pastUses(now)),
    rows: [...keyRows(now), ...aiRows(ownerId, now)],
  };
}

/** The beginning of the day (UTC) `daysAgo`. */
function startOf(now: Date, daysAgo: number): number {
  return (Math.floor(now.getTime() / dayMs) - daysAgo) * dayMs;
}

const isWeekend = (start: number): boolean => [0, 6].includes(new Date(start).getUTCDay());

/** Oldest first. More on working days than at weekends, and nothing later than yesterday. */
function pastUses(now: Date): PastUse[] {
  const uses: PastUse[] = [];
  for (let daysAgo = days - 1; daysAgo >= 1; daysAgo--) {
    const start = startOf(now, daysAgo);
    const daily = isWeekend(start) ? workingDay.slice(0, 1) : workingDay.slice(0, 3 + (daysAgo % 4));
    const more = sometimes.flatMap(([every, hour, operation]) =>
      daysAgo % every === 0 ? [[hour, operation] as const] : [],
    );
    const day = [...daily, ...more].toSorted(([one], [other]) => one - other);
    uses.push(...day.map(([hour, operation]) => ({ operation, at: new Date(start + hour * hourMs) })));
  }
  return uses;
}

/** Requests with the demo keys, by the hour. */
function keyRows(now: Date): ContentRow[] {
  const endpoints = ["GET /invoices", "POST /invoices", "GET /properties/search"];
  const rows: ContentRow[] = [];
  for (const key of ["full", "reader"]) {
    const own = { key_id: demoId("key", key), owner_id: "demo-eve" };
    let requests = 0;
    for (let daysAgo = days - 1; daysAgo >= 1; daysAgo--) {
      const start = startOf(now, daysAgo);
      for (const [index, endpoint] of endpoints.entries()) {
        const ok = (isWeekend(start) ? 4 : 20) + ((daysAgo * 7 + index * 5) % 13);
        const client_error = daysAgo % 6 === 0 ? index : 0;
        const counts = { ok, client_error, server_error: 0, rate_limited: daysAgo % 9 === 0 ? 1 : 0 };
        requests += ok + client_error + counts.rate_limited;
        const hour = new Date(start + (9 + index * 3) * hourMs).toISOString();
        rows.push({ table: "api_key_usage", row: { ...own, hour, endpoint, ...counts } });
      }
    }
    rows.push({ table: "api_key_totals", row: { ...own, requests } });
  }
  return rows;
}

/** AI requests of the app, every second day. The newest is inserted last: where it exists, nothing is left to do. */
function aiRows(ownerId: string, now: Date): ContentRow[] {
  const daysOfUse = Array.from({ length: days / 2 }, (_, index) => days - 1 - index * 2);
  return daysOfUse.map((daysAgo) => {
    const at = new Date(startOf(now, daysAgo) + 16 * hourMs).toISOString();
    const answer = {
      provider: "first",
      model: "small",
      duration_ms: 900 + daysAgo * 10,
      cost_micro_usd: 1_200,
    };
    const row = {
      id: `air_demo_${daysAgo}`,
      owner_id: ownerId,
      app_id: "central",
      kind: "text",
      status: "succeeded",
      is_streamed: false,
      prompt_hash: demoId("prompt", String(daysAgo)),
      prompt_bytes: 240,
      output_bytes: 900,
      ...answer,
      created_at: at,
      finished_at: at,
    };
    return { table: "ai_requests", row };
  });
}
