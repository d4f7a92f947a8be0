import { rowCursors } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { shownCampaignId } from "../campaigns/single-mail.ts";
import type { MessagesArgs } from "./message.types.ts";
import type { CrmMessage, CrmMessagePage } from "./message-phone.types.ts";

type Row = Omit<CrmMessage, "createdAt" | "sentAt" | "deliveredAt"> & {
  createdAt: string;
  sentAt: string | null;
  deliveredAt: string | null;
};

const columns = `id AS "messageId", campaign_id AS "campaignId", contact_id AS "contactId", channel, category, address AS "to",
  status, reason, segments, created_at AS "createdAt", sent_at AS "sentAt", delivered_at AS "deliveredAt"`;

/** Messages of the caller's account, newest first. Throws INVALID_CURSOR. */
export async function listMessages(ctx: HubContext, args: MessagesArgs): Promise<CrmMessagePage> {
  const { campaignId = null, channel = null, status = null, limit } = args;
  const cursors = rowCursors(ctx, ["messages", campaignId, channel, status]);
  const after = cursors.decode(args.cursor);
  const found = await select(
    ctx,
    `owner_id = $1 AND ($2::text IS NULL OR campaign_id = $2) AND ($3::text IS NULL OR channel = $3)
       AND ($4::text IS NULL OR status = $4)
       AND ($5::timestamptz IS NULL OR (date_trunc('milliseconds', created_at), id) < ($5, $6))
     ORDER BY date_trunc('milliseconds', created_at) DESC, id DESC LIMIT $7`,
    [
      ctx.principal.ownerId ?? "",
      campaignId,
      channel,
      status,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit + 1,
    ],
  );
  const { rows, nextCursor } = cutPage(found, limit, cursors, ({ createdAt, messageId }) => [
    createdAt.toISOString(),
    messageId,
  ]);
  return { messages: rows, nextCursor };
}

/** One message of the caller's account. Throws NOT_FOUND. */
export async function readMessage(ctx: HubContext, messageId: string): Promise<CrmMessage> {
  const [message] = await select(ctx, "owner_id = $1 AND id = $2", [ctx.principal.ownerId ?? "", messageId]);
  if (!message) throw new DomainError("NOT_FOUND", "Message not found. Check the messageId.");
  return message;
}

async function select(ctx: HubContext, where: string, values: readonly unknown[]): Promise<CrmMessage[]> {
  const sql = `SELECT ${columns} FROM crm_messages WHERE ${where}`;
  const rows = await inTransaction(ctx, (em) => executeSql<Row>(em, sql, values), { readOnly: true });
  const toDate = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    ...row,
    campaignId: shownCampaignId(row.campaignId),
    createdAt: new Date(row.createdAt),
    sentAt: toDate(row.sentAt),
    deliveredAt: toDate(row.deliveredAt),
  }));
}
