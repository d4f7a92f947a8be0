import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { voiceAgentOf } from "../scripts/voice-agents.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import type * as types from "./insight.types.ts";

const maxDays = 366;
const maxGroups = 1_000;
const dayMs = 24 * 60 * 60_000;

/** Totals of a group of calls, as they are summed. */
interface Totals {
  key: string | null;
  calls: number;
  answered: number;
  goals: number;
  seconds: number;
  cost: number;
}

type Figures = Pick<types.CallFigures, keyof types.CallFigures>;

/** Expressions that group calls, by the argument that names them. */
const keys: Readonly<Record<types.AnalyticsGroup, string>> = {
  day: "to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
  campaign: "campaign_id",
  voice_agent: "voice_agent_id",
  outcome: "coalesce(outcome, status)",
};

/** Figures of the calls of a period, as a whole and by group. Throws VALIDATION_ERROR for a period that is none. */
export function readCallAnalytics(
  ctx: VoiceContext,
  { groupBy = null, ...period }: types.CallAnalyticsArgs,
): Promise<types.CallAnalytics> {
  checkPeriod(period);
  const read = async (em: EntityManager) => {
    const [all] = await totalsBy(em, ctx, period, "NULL::text");
    const outcomes = await totalsBy(em, ctx, period, keys.outcome);
    const groups = groupBy === null ? [] : await totalsBy(em, ctx, period, keys[groupBy]);
    const names = groupBy === null ? new Map() : await namesOf(em, ctx, groupBy, groups);
    return {
      ...figuresOf(all ?? { key: null, calls: 0, answered: 0, goals: 0, seconds: 0, cost: 0 }),
      outcomes: Object.fromEntries(outcomes.map(({ key, calls }) => [key, calls])),
      groups: groups.map((group) => {
        const { key } = group;
        return { key, label: names.get(key) ?? key ?? "none", ...figuresOf(group) };
      }),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Figures of each voice agent with calls in a period. Throws VALIDATION_ERROR, and NOT_FOUND for the agent that is named. */
export function readAgentPerformance(
  ctx: VoiceContext,
  { voiceAgentId = null, ...period }: types.AgentPerformanceArgs,
): Promise<types.AgentPerformance> {
  checkPeriod(period);
  const read = async (em: EntityManager) => {
    if (voiceAgentId !== null) await voiceAgentOf(em, ctx, voiceAgentId);
    const totals = await totalsBy(em, ctx, period, keys.voice_agent);
    const names = await namesOf(em, ctx, "voice_agent", totals);
    const agents = totals.flatMap((one) => {
      const { key } = one;
      if (key === null || (voiceAgentId !== null && key !== voiceAgentId)) return [];
      const goalRate = ratio(one.goals, one.answered);
      return { voiceAgentId: key, name: names.get(key) ?? key, ...figuresOf(one), goalRate };
    });
    return { agents: agents.toSorted((a, b) => b.calls - a.calls) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const namedTables: Partial<Readonly<Record<types.AnalyticsGroup, string>>> = {
  campaign: "caller_campaigns",
  voice_agent: "caller_voice_agents",
};

/** Names of groups, by their key; groups of another kind have none. */
async function namesOf(
  em: EntityManager,
  ctx: VoiceContext,
  groupBy: types.AnalyticsGroup,
  groups: readonly Totals[],
): Promise<ReadonlyMap<string | null, string>> {
  const table = namedTables[groupBy];
  if (table === undefined) return new Map();
  const rows = await executeSql<{ id: string; name: string }>(
    em,
    `SELECT id, name FROM ${table} WHERE owner_id = $1 AND id = ANY ($2)`,
    [ownerOf(ctx), groups.flatMap(({ key }) => key ?? [])],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function checkPeriod({ from, to }: types.CallPeriodArgs): void {
  const days = (to.getTime() - from.getTime()) / dayMs;
  if (days > 0 && days <= maxDays) return;
  throw validationError([{ path: "to", message: "must be after from, by at most 366 days", rule: "period" }]);
}

/** Calls that were canceled were never made. */
function totalsBy(
  em: EntityManager,
  ctx: VoiceContext,
  { from, to }: types.CallPeriodArgs,
  key: string,
): Promise<Totals[]> {
  return executeSql<Totals>(
    em,
    `SELECT ${key} AS key, count(*)::int AS calls, count(*) FILTER (WHERE status = 'completed')::int AS answered,
       count(*) FILTER (WHERE goal_reached)::int AS goals,
       coalesce(sum(duration_sec) FILTER (WHERE status = 'completed'), 0)::float8 AS seconds,
       sum(cost_hundredths + model_hundredths)::float8 AS cost
     FROM caller_calls
     WHERE owner_id = $1 AND created_at >= $2 AND created_at < $3 AND ended_at IS NOT NULL AND status <> 'canceled'
     GROUP BY 1 ORDER BY 1 LIMIT ${maxGroups}`,
    [ownerOf(ctx), from, to],
  );
}

function figuresOf({ calls, answered, goals, seconds, cost }: Totals): Figures {
  const avgDurationSec = answered === 0 ? null : Math.round((seconds / answered) * 10) / 10;
  return { calls, answered, goalsReached: goals, answerRate: ratio(answered, calls), avgDurationSec, cost };
}

/** To four decimals; null for a part of nothing. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}
