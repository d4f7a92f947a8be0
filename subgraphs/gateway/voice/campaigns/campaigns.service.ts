import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { listMembers } from "../contacts/list-members.rows.ts";
import { listOf } from "../contacts/lists.service.ts";
import { advanceCampaignJob } from "../calls/call-jobs.types.ts";
import { planCall } from "../calls/call-plan.service.ts";
import { findOwn, findRows, insertAll, pageRows, updateRow } from "../voice.rows.ts";
import type { CampaignRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./campaigns.types.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/** Plans calls to everybody of a list. Throws NOT_FOUND, and as `planCall`. */
export function createCampaign(
  ctx: VoiceContext,
  input: types.CreateCallCampaignInput,
): Promise<types.CallCampaign> {
  return exactlyOnce(ctx, { operation: "createCallCampaign", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    await listOf(em, ctx, input.listId, true);
    const { voiceAgentId = null, scriptId = null } = input;
    await planCall(em, ctx, { voiceAgentId, scriptId });
    const fromNumberIds = await checkedNumbers(em, ctx, input.fromNumberIds ?? []);
    const now = ctx.clock.now().toISOString();
    const row: CampaignRow = {
      id: newId("cmp"),
      ownerId,
      name: input.name,
      listId: input.listId,
      voiceAgentId,
      scriptId,
      fromNumberIds,
      startAt: input.startAt?.toISOString() ?? null,
      maxConcurrent: input.maxConcurrent ?? 5,
      maxAttempts: input.maxAttempts ?? 3,
      retryAfterMin: input.retryAfterMin ?? 60,
      status: "draft",
      startedAt: null,
      endedAt: null,
      pausedBecause: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "caller_campaigns", [row]);
    return withProgress(em, row);
  });
}

/**
 * Starts a draft with all current contacts of its list, or resumes a paused campaign. Throws NOT_FOUND, INVALID_STATE,
 * BUSINESS_RULE list_empty, and as `planCall`.
 */
export function startCampaign(
  ctx: VoiceContext,
  input: types.CallCampaignIdInput,
): Promise<types.CallCampaign> {
  return exactlyOnce(ctx, { operation: "startCallCampaign", input }, async (em) => {
    const row = await lockCampaign(em, ctx, input.campaignId, ["draft", "paused"]);
    const now = ctx.clock.now();
    // A campaign that was paused because nobody could lead its calls says so again here.
    await planCall(em, ctx, row);
    if (row.status === "draft") await enlist(em, row, now);
    const isLater = row.startAt !== null && Date.parse(row.startAt) > now.getTime();
    const startedAt = row.startedAt ?? (isLater ? null : now.toISOString());
    await enqueueAdvance(em, row);
    return changeCampaign(em, ctx, row, {
      status: isLater ? "scheduled" : "running",
      startedAt,
      pausedBecause: null,
    });
  });
}

/** Stops placing calls; active ones run to their end. Idempotent. Throws NOT_FOUND, INVALID_STATE. */
export function pauseCampaign(
  ctx: VoiceContext,
  input: types.CallCampaignIdInput,
): Promise<types.CallCampaign> {
  return exactlyOnce(ctx, { operation: "pauseCallCampaign", input }, async (em) => {
    const row = await lockCampaign(em, ctx, input.campaignId, ["scheduled", "running", "paused"]);
    return row.status === "paused"
      ? withProgress(em, row)
      : changeCampaign(em, ctx, row, { status: "paused" });
  });
}

/** Drops whom it has not called. Again, nothing happens. Throws NOT_FOUND and INVALID_STATE. */
export function cancelCampaign(
  ctx: VoiceContext,
  input: types.CallCampaignIdInput,
): Promise<types.CallCampaign> {
  return exactlyOnce(ctx, { operation: "cancelCallCampaign", input }, async (em) => {
    const allowed = ["draft", "scheduled", "running", "paused", "cancelled"] as const;
    const row = await lockCampaign(em, ctx, input.campaignId, allowed);
    if (row.status === "cancelled") return withProgress(em, row);
    return changeCampaign(em, ctx, row, { status: "cancelled", endedAt: ctx.clock.now().toISOString() });
  });
}

/** One of the account's campaigns. Throws NOT_FOUND. */
export function readCampaign(ctx: VoiceContext, id: string): Promise<types.CallCampaign> {
  const read = async (em: EntityManager) => withProgress(em, await campaignOf(em, ctx, id));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's campaigns, newest first. */
export function listCampaigns(
  ctx: VoiceContext,
  { status = null, limit, after }: types.CallCampaignsArgs,
): Promise<types.CallCampaignPage> {
  const read = async (em: EntityManager) => {
    const where = "($2::text IS NULL OR status = $2)";
    const query = { where, values: [status], list: ["call campaigns", status] as const, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "caller_campaigns", query);
    const campaigns: types.CallCampaign[] = [];
    for (const row of rows) campaigns.push(await withProgress(em, row));
    return { campaigns, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** What came of the calls of a campaign; the totals are those of its calls. Throws NOT_FOUND. */
export function readCampaignResults(ctx: VoiceContext, id: string): Promise<types.CallCampaignResults> {
  const read = async (em: EntityManager) => {
    const { id: campaignId } = await campaignOf(em, ctx, id);
    const rows = await executeSql<{
      outcome: string;
      n: number;
      answered: number;
      goals: number;
      cost: number;
    }>(
      em,
      `SELECT coalesce(outcome, status) AS outcome, count(*)::int AS n,
         count(*) FILTER (WHERE status = 'completed')::int AS answered,
         count(*) FILTER (WHERE goal_reached)::int AS goals, sum(cost_hundredths)::float8 AS cost
       FROM caller_calls WHERE campaign_id = $1 AND ended_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
      [campaignId],
    );
    const sum = (of: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0);
    return {
      campaignId,
      called: sum(({ n }) => n),
      answered: sum(({ answered }) => answered),
      goalsReached: sum(({ goals }) => goals),
      outcomes: Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])),
      cost: sum(({ cost }) => cost),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function enlist(em: EntityManager, row: CampaignRow, now: Date): Promise<void> {
  const listed = await executeSql(
    em,
    `INSERT INTO caller_campaign_contacts (campaign_id, contact_id, owner_id, status, next_at)
     SELECT $1, contact_id, owner_id, 'waiting', $3 FROM ${listMembers} AS m WHERE list_id = $2 RETURNING 1`,
    [row.id, row.listId, row.startAt ?? now],
  );
  if (listed.length === 0)
    throw businessRule("list_empty", "The campaign's contact list is empty. Add contacts first.");
}

function enqueueAdvance(em: EntityManager, { id: campaignId, ownerId }: CampaignRow) {
  return enqueue(em, advanceCampaignJob, { campaignId, ownerId }, { singletonKey: campaignId });
}

async function campaignOf(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  lock = false,
): Promise<CampaignRow> {
  const row = await findOwn(em, "caller_campaigns", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("campaign");
  return row;
}

/** Active numbers of the account, without duplicates. Throws NOT_FOUND. */
export async function checkedNumbers(
  em: EntityManager,
  ctx: VoiceContext,
  given: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(given)];
  const where = "owner_id = $1 AND id = ANY ($2) AND status = 'active'";
  const numbers = await findRows(em, "caller_numbers", where, [ownerOf(ctx), ids]);
  if (numbers.length < ids.length) throw notFound("number");
  return ids;
}

/** One of the account's campaigns, locked. Throws NOT_FOUND, and INVALID_STATE for one in another state. */
export async function lockCampaign(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  allowed: readonly CampaignRow["status"][],
): Promise<CampaignRow> {
  const row = await campaignOf(em, ctx, id, true);
  if (!allowed.includes(row.status)) throw invalidState("campaign", row.status, allowed);
  return row;
}

/** Changes a locked campaign. */
export async function changeCampaign(
  em: EntityManager,
  ctx: VoiceContext,
  row: CampaignRow,
  fields: Partial<CampaignRow>,
): Promise<types.CallCampaign> {
  const changes = { ...fields, version: row.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "caller_campaigns", row.id, changes);
  return withProgress(em, { ...row, ...changes });
}

async function withProgress(em: EntityManager, row: CampaignRow): Promise<types.CallCampaign> {
  const counted = await executeSql<{ status: string; n: number }>(
    em,
    row.status === "draft"
      ? `SELECT 'waiting' AS status, count(*)::int AS n FROM ${listMembers} AS m WHERE list_id = $1`
      : "SELECT status, count(*)::int AS n FROM caller_campaign_contacts WHERE campaign_id = $1 GROUP BY 1",
    [row.status === "draft" ? row.listId : row.id],
  );
  const of = (status: string) => counted.find((one) => one.status === status)?.n ?? 0;
  const { ownerId: _, updatedAt: __, ...shown } = row;
  const progress = {
    contacts: counted.reduce((total, { n }) => total + n, 0),
    waiting: of("waiting"),
    calling: of("calling"),
    done: of("done"),
    givenUp: of("given_up"),
    skipped: of("skipped"),
  };
  return { ...shown, progress };
}
