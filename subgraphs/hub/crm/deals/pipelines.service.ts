import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { versionConflict } from "../crm.errors.ts";
import { selectPipelines } from "./deal.rows.ts";
import { forecast, major, type StageSum } from "./forecast.ts";
import type { Pipeline, PipelineStage } from "./pipeline.ts";
import type {
  CrmClosedDeals,
  CrmPipeline,
  CrmPipelines,
  CrmPipelineSummary,
  PipelineSummaryArgs,
  SavePipelineInput,
} from "./pipeline.types.ts";

const maxPipelines = 20;

/** The account's pipelines by key, with the standard one. */
export function listPipelines(ctx: HubContext): Promise<CrmPipelines> {
  const ownerId = ctx.principal.ownerId ?? "";
  const read = async (em: EntityManager) => {
    const found = [...(await selectPipelines(em, ownerId)).values()];
    return { pipelines: found.toSorted((a, b) => (a.pipeline < b.pipeline ? -1 : 1)).map(showPipeline) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Creates a pipeline or replaces its name and stages. Throws VALIDATION_ERROR for a stage that occurs twice or for more
 * than 20 pipelines, VERSION_CONFLICT, and INVALID_STATE when a stage with open deals is left out. The same pipeline
 * again changes nothing.
 */
export function savePipeline(ctx: HubContext, input: SavePipelineInput): Promise<CrmPipeline> {
  const faults = stageFaults(input);
  if (faults.length > 0) throw validationError(faults);
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "savePipeline", input }, async (em) => {
    const { pipeline, version } = input;
    await lockPipeline(em, ownerId, { pipeline, shared: false });
    const known = await selectPipelines(em, ownerId);
    const before = known.get(pipeline);
    if (!before && known.size >= maxPipelines) throw validationError([tooMany]);
    if (version !== undefined && version !== null && version !== (before?.version ?? 0))
      throw versionConflict(before?.version ?? 0);
    const stages = input.stages.map(({ stage, probability, name: words }) => ({
      stage,
      name: words.trim(),
      probability,
    }));
    const name = input.name.trim();
    if (before && isSame(before, { name, stages })) return showPipeline(before);
    await refuseLostStages(em, ownerId, input);
    await executeSql(
      em,
      `INSERT INTO crm_pipelines AS p (owner_id, pipeline, name, stages, created_at, updated_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $5) ON CONFLICT (owner_id, pipeline) DO UPDATE
       SET name = EXCLUDED.name, stages = EXCLUDED.stages, version = p.version + 1, updated_at = EXCLUDED.updated_at`,
      [ownerId, pipeline, name, JSON.stringify(stages), now],
    );
    return showPipeline((await selectPipelines(em, ownerId)).get(pipeline)!);
  });
}

/**
 * The stage of a pipeline, or its first one; it is not removed until the transaction ends. Throws 400 for an unknown
 * pipeline or stage, with the known ones.
 */
export async function requireStage(
  em: EntityManager,
  ownerId: string,
  { pipeline, stage }: { pipeline: string; stage: string | null },
): Promise<string> {
  await lockPipeline(em, ownerId, { pipeline, shared: true });
  const { stages } = await requirePipeline(em, ownerId, pipeline);
  if (stage === null) return stages[0]!.stage;
  if (stages.some((one) => one.stage === stage)) return stage;
  const message = `must be a stage of the pipeline: ${stages.map((one) => one.stage).join(", ")}`;
  throw validationError([{ path: "stage", message, rule: "stage" }]);
}

/**
 * Open deals by stage with a weighted forecast, and closed ones by outcome. `from` and `to` select open deals by their
 * expected close, closed ones by the day (UTC) on which they closed. Throws 400 for an unknown pipeline or order.
 */
export function summarizePipeline(ctx: HubContext, args: PipelineSummaryArgs): Promise<CrmPipelineSummary> {
  const { from = null, to = null, pipeline: key } = args;
  if (from !== null && to !== null && from > to)
    throw validationError([{ path: "from", message: "must not be after to", rule: "order" }]);
  const ownerId = ctx.principal.ownerId ?? "";
  const read = async (em: EntityManager) => {
    const { pipeline, name, stages } = await requirePipeline(em, ownerId, key);
    const rows = await executeSql<SumRow>(em, sumsSql, [ownerId, pipeline, from, to]);
    const sums = rows.map((row) => ({ ...row, sum: BigInt(row.sum) }));
    const open = sums.filter(({ status }) => status === "open");
    return {
      pipeline,
      name,
      ...forecast(stages, open),
      won: closedOf(sums, "won"),
      lost: closedOf(sums, "lost"),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface SumRow {
  status: "open" | "won" | "lost";
  stage: string;
  currency: string;
  count: number;
  sum: string;
}

const sumsSql = `
  SELECT status, CASE WHEN status = 'open' THEN stage ELSE '' END AS stage, currency, count(*)::int AS count,
    sum(amount)::text AS sum
  FROM crm_deals, LATERAL (SELECT CASE WHEN status = 'open' THEN expected_close
    ELSE (closed_at AT TIME ZONE 'UTC')::date END AS day) AS of
  WHERE owner_id = $1 AND pipeline = $2 AND ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

function closedOf(
  sums: readonly (StageSum & { status: string })[],
  status: "won" | "lost",
): CrmClosedDeals[] {
  return sums
    .filter((row) => row.status === status)
    .map(({ currency, count, sum }) => ({ currency, count, amount: major(sum, currency) }));
}

function showPipeline({ stages, ...pipeline }: Pipeline): CrmPipeline {
  return { ...pipeline, stages: stages.map((stage) => ({ ...stage })) };
}

async function requirePipeline(em: EntityManager, ownerId: string, key: string): Promise<Pipeline> {
  const known = await selectPipelines(em, ownerId);
  const pipeline = known.get(key);
  if (pipeline) return pipeline;
  const message = `must be a pipeline of the account: ${[...known.keys()].join(", ")}`;
  throw validationError([{ path: "pipeline", message, rule: "pipeline" }]);
}

/** Deals hold it shared while they enter a stage; a change of the stages holds it alone. */
async function lockPipeline(
  em: EntityManager,
  ownerId: string,
  { pipeline, shared }: { pipeline: string; shared: boolean },
): Promise<void> {
  const lock = shared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await executeSql(em, `SELECT ${lock}(hashtextextended($1, 0))`, [`crm-pipeline ${ownerId} ${pipeline}`]);
}

function isSame(before: Pipeline, { name, stages }: Pick<Pipeline, "name" | "stages">): boolean {
  const facts = (of: readonly PipelineStage[]) =>
    JSON.stringify(of.map((one) => [one.stage, one.name, one.probability]));
  return before.name === name && facts(before.stages) === facts(stages);
}

const tooMany: FieldFault = {
  path: "pipeline",
  message: `must be one of the account's pipelines: it has ${maxPipelines}, the maximum`,
  rule: "maxItems",
};

function stageFaults({ stages }: SavePipelineInput): FieldFault[] {
  const seen = new Set<string>();
  return stages.flatMap(({ stage }, index) => {
    const isTaken = seen.has(stage);
    seen.add(stage);
    return isTaken
      ? [{ path: `stages.${index}.stage`, message: "must occur only once in the pipeline", rule: "unique" }]
      : [];
  });
}

async function refuseLostStages(
  em: EntityManager,
  ownerId: string,
  { pipeline, stages }: SavePipelineInput,
): Promise<void> {
  const rows = await executeSql<{ stage: string }>(
    em,
    `SELECT DISTINCT stage FROM crm_deals WHERE owner_id = $1 AND pipeline = $2 AND status = 'open'
       AND stage <> ALL ($3) ORDER BY stage`,
    [ownerId, pipeline, stages.map(({ stage }) => stage)],
  );
  if (rows.length === 0) return;
  throw new DomainError(
    "INVALID_STATE",
    "A stage with open deals cannot be removed. Change the stage of its deals first.",
    { stages: rows.map(({ stage }) => stage) },
  );
}
