import type { EntityManager } from "@mikro-orm/postgresql";
import { isAccountOpen, ofOpenAccount } from "../../../../src/access/open-account.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { dialCallJob } from "../calls/call-jobs.types.ts";
import { findOwn, findRows, updateRow } from "../voice.rows.ts";
import type { CampaignRow } from "../voice-tables.ts";
import { queueCall } from "../calls/queue-call.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";

const dayMs = 24 * 60 * 60_000;

/** Campaigns of all open accounts that are under way. Those of others wait. */
export function findGoingCampaigns(ctx: VoiceContext): Promise<CampaignRow[]> {
  const where = `status IN ('scheduled', 'running') AND ${ofOpenAccount()} ORDER BY updated_at LIMIT 500`;
  return asSystem(ctx.em, (em) => findRows(em, "caller_campaigns", where, []));
}

/**
 * Queues the next calls of a campaign, no more at once than it may have, and ends it when everybody is done. Doing it again,
 * or by several workers, changes nothing: the campaign's row is locked for each contact.
 */
export async function advanceCampaign(ctx: VoiceContext, campaignId: string): Promise<void> {
  const maxSteps = 200;
  for (let step = 0; step < maxSteps; step++)
    if (!(await inTransaction(ctx, (em) => callNext(em, ctx, campaignId)))) return;
}

interface NextContact {
  contactId: string;
  phone: string | null;
  attempts: number;
}

/** False when there is no contact to call now. */
async function callNext(em: EntityManager, ctx: VoiceContext, id: string): Promise<boolean> {
  const campaign = await findOwn(em, "caller_campaigns", { ownerId: ownerOf(ctx), id, lock: true });
  const now = ctx.clock.now();
  if (!campaign || !(await isAccountOpen(em, campaign.ownerId))) return false;
  if (!(await isRunning(em, campaign, now))) return false;
  const [counts] = await executeSql<{ calling: number; waiting: number }>(
    em,
    `SELECT count(*) FILTER (WHERE status = 'calling')::int AS calling,
       count(*) FILTER (WHERE status = 'waiting')::int AS waiting FROM caller_campaign_contacts WHERE campaign_id = $1`,
    [id],
  );
  const { calling, waiting } = counts!;
  if (calling + waiting === 0) {
    const endedAt = now.toISOString();
    const version = campaign.version + 1;
    await updateRow(em, "caller_campaigns", id, {
      status: "completed",
      endedAt,
      updatedAt: endedAt,
      version,
    });
    return false;
  }
  if (calling >= campaign.maxConcurrent) return false;
  const [next] = await executeSql<NextContact>(
    em,
    `SELECT c.contact_id AS "contactId", p.phone, c.attempts FROM caller_campaign_contacts AS c
     LEFT JOIN caller_contacts AS p ON p.id = c.contact_id
     WHERE c.campaign_id = $1 AND c.status = 'waiting' AND c.next_at <= $2 ORDER BY c.next_at, c.contact_id LIMIT 1`,
    [id, now],
  );
  if (!next) return false;
  return callContact(em, ctx, campaign, next);
}

async function isRunning(em: EntityManager, campaign: CampaignRow, now: Date): Promise<boolean> {
  if (campaign.status === "running") return true;
  const isDue = campaign.startAt === null || Date.parse(campaign.startAt) <= now.getTime();
  if (campaign.status !== "scheduled" || !isDue) return false;
  const startedAt = now.toISOString();
  await updateRow(em, "caller_campaigns", campaign.id, { status: "running", startedAt });
  return true;
}

/** False when the campaign had to be paused: nobody can lead its calls, so that no contact is skipped for it. */
async function callContact(
  em: EntityManager,
  ctx: VoiceContext,
  campaign: CampaignRow,
  { contactId, phone, attempts }: NextContact,
): Promise<boolean> {
  const mark = (status: string, more: { because?: string; nextAt?: Date; attempts?: number } = {}) =>
    executeSql(
      em,
      `UPDATE caller_campaign_contacts SET status = $3, skipped_because = $4, next_at = coalesce($5, next_at), attempts = $6
       WHERE campaign_id = $1 AND contact_id = $2`,
      [campaign.id, contactId, status, more.because ?? null, more.nextAt ?? null, more.attempts ?? attempts],
    );
  if (phone === null) {
    await mark("skipped", { because: "contact_deleted" });
    return true;
  }
  try {
    const { voiceAgentId, scriptId, fromNumberIds } = campaign;
    const attempt = attempts + 1;
    const call = await queueCall(em, ctx, {
      to: phone,
      voiceAgentId,
      scriptId,
      fromNumberId: fromNumberIds.length > 0 ? fromNumberIds[attempts % fromNumberIds.length]! : null,
      dueAt: ctx.clock.now(),
      campaignId: campaign.id,
      attempt,
    });
    await mark("calling", { attempts: attempt });
    await enqueue(em, dialCallJob, { callId: call.id, ownerId: call.ownerId });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (isFaultOfLead(error)) {
      await pause(em, ctx, campaign, error.message);
      return false;
    }
    const { rule, nextAllowedAt } = (error.details ?? {}) as { rule?: string; nextAllowedAt?: Date | null };
    const later =
      rule === "attempts_per_day"
        ? new Date(ctx.clock.now().getTime() + dayMs / 4)
        : rule === "calling_hours" && nextAllowedAt
          ? new Date(nextAllowedAt)
          : null;
    await (later ? mark("waiting", { nextAt: later }) : mark("skipped", { because: rule ?? error.code }));
  }
  return true;
}

/** True where the agent, the script or the number is not to be used for any contact. */
function isFaultOfLead({ code, details }: DomainError): boolean {
  return code === "INVALID_STATE" || code === "NOT_FOUND" || details["rule"] === "script_not_published";
}

async function pause(
  em: EntityManager,
  ctx: VoiceContext,
  { id, version }: CampaignRow,
  pausedBecause: string,
): Promise<void> {
  const updatedAt = ctx.clock.now().toISOString();
  await updateRow(em, "caller_campaigns", id, {
    status: "paused",
    pausedBecause,
    version: version + 1,
    updatedAt,
  });
}
