import type { EntityManager } from "@mikro-orm/postgresql";
import { insertRows, type RowsTarget } from "../../../../src/db/insert-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { ConnectedSender } from "../mails/connected-sender.service.ts";
import type { AttachedFile } from "../mails/mail-attachments.service.ts";
import type { Recipient, RejectedRecipient } from "./campaign-recipients.ts";
import type { Campaign, CampaignStatus, Category } from "./campaign.types.ts";

/** Content of a campaign's messages, before merging. Immutable. */
export interface CampaignContent {
  id: string;
  ownerId: string;
  category: Category;
  subject: string;
  htmlBody: string;
  textBody: string | null;
  fromName: string | null;
  replyTo: string | null;
  senderLine: string | null;
  /** Conversation that an e-mail to one person belongs to, and its files; absent for campaigns. */
  inReplyTo?: string | null;
  referenceIds?: readonly string[];
  attachments?: readonly AttachedFile[];
  /** Connected mailbox that sends it; null or absent for the platform's mail server. */
  sender?: ConnectedSender | null;
}

export interface NewCampaign extends CampaignContent {
  templateId: string | null;
  scheduledAt: Date | null;
  total: number;
  accepted: number;
  duplicates: number;
  suppressed: number;
  invalid: number;
  rejected: readonly RejectedRecipient[];
  reservationId: string;
}

export async function insertCampaign(em: EntityManager, campaign: NewCampaign, now: Date): Promise<void> {
  const { id, ownerId, category, subject, htmlBody, textBody, templateId, fromName, replyTo, senderLine } =
    campaign;
  const { scheduledAt, total, accepted, duplicates, suppressed, invalid, rejected, reservationId } = campaign;
  const { inReplyTo = null, referenceIds = [], attachments = [], sender = null } = campaign;
  await executeSql(
    em,
    `INSERT INTO crm_campaigns (id, owner_id, category, subject, html_body, text_body, template_id, from_name, reply_to,
       sender_line, status, starts_at, scheduled_at, total, accepted, duplicates, suppressed, invalid, rejected,
       reservation_id, created_at, updated_at, in_reply_to, reference_ids, attachments, sender)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'queued', coalesce($11::timestamptz, $19::timestamptz), $11, $12, $13, $14, $15, $16, $17, $18,
       $19, $19, $20, $21, $22::jsonb, $23::jsonb)`,
    [
      id,
      ownerId,
      category,
      subject,
      htmlBody,
      textBody,
      templateId,
      fromName,
      replyTo,
      senderLine,
      scheduledAt,
      total,
      accepted,
      duplicates,
      suppressed,
      invalid,
      JSON.stringify(rejected),
      reservationId,
      now,
      inReplyTo,
      referenceIds,
      JSON.stringify(attachments),
      sender === null ? null : JSON.stringify(sender),
    ],
  );
}

const messageRows: RowsTarget = {
  into: "crm_messages",
  columns: [
    "id",
    "owner_id",
    "campaign_id",
    "channel",
    "category",
    "address",
    "contact_id",
    "name",
    "variables",
    "status",
    "next_attempt_at",
    "created_at",
  ],
};

/** One queued message for each recipient. */
export async function insertCampaignMessages(
  em: EntityManager,
  campaign: NewCampaign,
  recipients: readonly (Recipient & { messageId: string })[],
  now: Date,
): Promise<void> {
  const startsAt = campaign.scheduledAt ?? now;
  const rows = recipients.map(({ messageId, email, contactId, name, variables }) => [
    messageId,
    campaign.ownerId,
    campaign.id,
    "email",
    campaign.category,
    email,
    contactId,
    name,
    JSON.stringify(variables),
    "queued",
    startsAt,
    now,
  ]);
  await insertRows(em, messageRows, rows);
}

interface CampaignRow {
  campaignId: string;
  category: string;
  subject: string;
  templateId: string | null;
  fromName: string | null;
  replyTo: string | null;
  status: CampaignStatus;
  pauseReason: string | null;
  total: number;
  accepted: number;
  duplicates: number;
  suppressed: number;
  invalid: number;
  counts: Partial<Record<keyof Campaign["progress"], number>> | null;
  scheduledAt: string | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
}

const shown = `c.id AS "campaignId", c.category, c.subject, c.template_id AS "templateId", c.from_name AS "fromName",
  c.reply_to AS "replyTo", c.status, c.pause_reason AS "pauseReason", c.total, c.accepted, c.duplicates, c.suppressed,
  c.invalid, c.scheduled_at AS "scheduledAt", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  c.completed_at AS "completedAt", (
    SELECT json_object_agg(counted.status, counted.count) FROM (
      SELECT m.status, count(*) AS count FROM crm_messages m WHERE m.campaign_id = c.id GROUP BY m.status) AS counted) AS counts`;

/** Campaigns by a condition over `c`, with their progress; what else the statement says follows it. */
export async function selectCampaigns(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<Campaign[]> {
  const rows = await executeSql<CampaignRow>(
    em,
    `SELECT ${shown} FROM crm_campaigns c WHERE ${where}`,
    values,
  );
  return rows.map(toCampaign);
}

function toCampaign({
  counts,
  scheduledAt,
  createdAt,
  updatedAt,
  completedAt,
  ...row
}: CampaignRow): Campaign {
  const none = { queued: 0, sending: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0 };
  const toDate = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    progress: { ...none, ...counts },
    scheduledAt: toDate(scheduledAt),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    completedAt: toDate(completedAt),
  };
}

/** How far a campaign is, locked; null when it is not there for this transaction. */
export async function lockCampaign(
  em: EntityManager,
  campaignId: string,
): Promise<{ status: CampaignStatus; startsAt: Date } | null> {
  const sql = `SELECT status, starts_at AS "startsAt" FROM crm_campaigns WHERE id = $1 FOR UPDATE`;
  const [row] = await executeSql<{ status: CampaignStatus; startsAt: string }>(em, sql, [campaignId]);
  return row ? { status: row.status, startsAt: new Date(row.startsAt) } : null;
}

/** Contents of these campaigns' messages. */
export function selectContents(em: EntityManager, ids: readonly string[]): Promise<CampaignContent[]> {
  return executeSql<CampaignContent>(
    em,
    `SELECT id, owner_id AS "ownerId", category, subject, html_body AS "htmlBody", text_body AS "textBody",
       from_name AS "fromName", reply_to AS "replyTo", sender_line AS "senderLine",
       in_reply_to AS "inReplyTo", reference_ids AS "referenceIds", attachments, sender
     FROM crm_campaigns WHERE id = ANY($1)`,
    [ids],
  );
}
