import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { finishCampaigns } from "./campaign-finish.service.ts";
import { campaignConflict, campaignNotFound } from "./campaign.errors.ts";
import { isBulkSql } from "./single-mail.ts";
import { lockCampaign, selectCampaigns } from "./campaign.rows.ts";
import type {
  Campaign,
  CampaignIdInput,
  CampaignPage,
  CampaignsArgs,
  CampaignStatus,
} from "./campaign.types.ts";

/** One campaign of the caller's account. Throws CAMPAIGN_NOT_FOUND. */
export async function readCampaign(ctx: HubContext, campaignId: string): Promise<Campaign> {
  return inTransaction(ctx, (em) => requireCampaign(em, ctx, campaignId), { readOnly: true });
}

/** The caller's campaigns, newest first. */
export async function listCampaigns(
  ctx: HubContext,
  { status = null, limit, offset }: CampaignsArgs,
): Promise<CampaignPage> {
  const wanted = `c.owner_id = $1 AND ($2::text IS NULL OR c.status = $2) AND ${isBulkSql}`;
  const values = [ctx.principal.ownerId ?? "", status];
  return inTransaction(
    ctx,
    async (em) => {
      const page = `${wanted} ORDER BY c.created_at DESC, c.id DESC LIMIT $3 OFFSET $4`;
      const campaigns = await selectCampaigns(em, page, [...values, limit, offset]);
      const sql = `SELECT count(*)::int AS total FROM crm_campaigns c WHERE ${wanted}`;
      const [row] = await executeSql<{ total: number }>(em, sql, values);
      return { campaigns, total: row?.total ?? 0 };
    },
    { readOnly: true },
  );
}

/** Pauses sending until the campaign is resumed; messages under way are finished. Idempotent. */
export function pauseCampaign(ctx: HubContext, input: CampaignIdInput): Promise<Campaign> {
  return change(
    ctx,
    { operation: "pauseCampaign", input, from: ["queued", "sending"], to: "paused" },
    (em, now) =>
      executeSql(
        em,
        "UPDATE crm_campaigns SET status = 'paused', pause_reason = 'requested', updated_at = $2 WHERE id = $1",
        [input.campaignId, now],
      ),
  );
}

/** Resumes a paused campaign. Outcomes from before do not count in later health checks. */
export function resumeCampaign(ctx: HubContext, input: CampaignIdInput): Promise<Campaign> {
  return change(ctx, { operation: "resumeCampaign", input, from: ["paused"], to: "sending" }, (em, now) =>
    executeSql(
      em,
      `UPDATE crm_campaigns SET status = CASE WHEN served_at IS NULL THEN 'queued' ELSE 'sending' END, pause_reason = NULL,
         judged_sends = 0, judged_bounces = 0, judged_complaints = 0, updated_at = $2 WHERE id = $1`,
      [input.campaignId, now],
    ),
  );
}

/** Cancels a campaign: unsent messages are skipped, and their quota is released. Idempotent. */
export function cancelCampaign(ctx: HubContext, input: CampaignIdInput): Promise<Campaign> {
  const from: CampaignStatus[] = ["queued", "sending", "paused"];
  return change(ctx, { operation: "cancelCampaign", input, from, to: "cancelled" }, async (em, now) => {
    await executeSql(
      em,
      "UPDATE crm_campaigns SET status = 'cancelled', pause_reason = NULL, updated_at = $2 WHERE id = $1",
      [input.campaignId, now],
    );
    await executeSql(
      em,
      `UPDATE crm_messages SET status = 'failed', reason = 'campaign_cancelled', failed_at = $2
       WHERE campaign_id = $1 AND status = 'queued'`,
      [input.campaignId, now],
    );
    await finishCampaigns(em, [input.campaignId], now);
  });
}

interface Change {
  operation: string;
  input: CampaignIdInput;
  from: readonly CampaignStatus[];
  to: CampaignStatus;
}

function change(
  ctx: HubContext,
  { operation, input, from, to }: Change,
  write: (em: EntityManager, now: Date) => Promise<unknown>,
): Promise<Campaign> {
  return exactlyOnce(ctx, { operation, input }, async (em) => {
    const campaign = await lockCampaign(em, input.campaignId);
    if (!campaign) throw campaignNotFound();
    const isDone = campaign.status === to || (to === "sending" && campaign.status === "queued");
    if (!isDone && !from.includes(campaign.status)) throw campaignConflict(campaign.status, from);
    if (!isDone) await write(em, ctx.clock.now());
    return requireCampaign(em, ctx, input.campaignId);
  });
}

async function requireCampaign(em: EntityManager, ctx: HubContext, campaignId: string): Promise<Campaign> {
  const mine = [ctx.principal.ownerId ?? "", campaignId];
  const [campaign] = await selectCampaigns(em, `c.owner_id = $1 AND c.id = $2 AND ${isBulkSql}`, mine);
  if (!campaign) throw campaignNotFound();
  return campaign;
}
