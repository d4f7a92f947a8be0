import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents, type NewEvent } from "../../../../src/db/outbox.ts";
import { inPipelinedTransaction } from "../../../../src/db/pipelined-transaction.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newToken } from "../../../../src/ids.ts";
import type { MailAttachment } from "../../../../src/mail/bulk-mail.port.ts";
import type { HubContext } from "../../hub.context.ts";
import { sendConnected } from "../mails/connected-sender.service.ts";
import { loadAttachments, type AttachedFile } from "../mails/mail-attachments.service.ts";
import { recordBounce } from "../suppressions/bounce.service.ts";
import { finishCampaigns } from "../campaigns/campaign-finish.service.ts";
import { checkCampaignHealth } from "../campaigns/campaign-health-check.service.ts";
import { blockedAmong } from "./message-blocked.rows.ts";
import {
  claimMails,
  failLostMails,
  settleMails,
  type MailClaim,
  type MailResult,
  type SettledMail,
} from "./message-claim.rows.ts";
import { messageFor, type CompiledContent } from "./message-content.ts";
import { CampaignContents } from "../campaigns/campaign-contents.service.ts";
import { mailSentEvent, messageEvent } from "./message-events.ts";
import { resultOf } from "./message-retries.ts";

/** E-mails that this process has claimed, with their contents. */
export interface MailBatch {
  mails: readonly MailClaim[];
  contents: ReadonlyMap<string, CompiledContent>;
}

/**
 * Claims up to `limit` due e-mails; those whose address is blocked by now end here. A claimed e-mail counts as possibly
 * handed over: if this process dies before it records the outcome, it is not sent again.
 */
export function claimBatch(
  ctx: HubContext,
  limit: number,
  known = new CampaignContents(),
): Promise<MailBatch> {
  return inOneGo(ctx, async (em) => {
    const now = ctx.clock.now();
    const claim = newToken();
    const claimed = await claimMails(em, { limit, claim, now });
    if (claimed.length === 0) return { mails: [], contents: new Map() };
    const blocked = await findBlocked(em, claimed);
    if (blocked.size > 0) {
      await skip(em, { claim, ids: [...blocked], now });
      await finishCampaigns(em, campaignsOf(claimed), now);
    }
    const mails = claimed.filter(({ id }) => !blocked.has(id));
    return { mails, contents: await known.of(em, campaignsOf(mails)) };
  });
}

/** Sends a batch, each message once, and records the outcomes. Returns how many there were. */
export async function deliverBatch(
  ctx: HubContext,
  { mails, contents }: MailBatch,
  retryForMs = 20_000,
): Promise<number> {
  if (mails.length === 0) return 0;
  const { bulkMail, messageTokens: tokens } = ctx.ports;
  const results = await Promise.all(
    mails.map(async (mail): Promise<MailResult> => {
      const content = contents.get(mail.campaignId)!;
      const attachments = await attachmentsOf(ctx, content.attachments ?? []);
      if (attachments === "missing")
        return { id: mail.id, status: "failed", reason: "attachment_missing", nextAttemptAt: null };
      if (attachments === "unavailable")
        return resultOf(mail, { kind: "later", code: "storage" }, ctx.clock.now());
      const message = messageFor(content, mail, { publicUrl: ctx.publicUrl, tokens });
      const whole = { ...message, attachments };
      const { ownerId, sender = null } = content;
      const outcome =
        sender === null
          ? await bulkMail.send(whole)
          : await sendConnected(ctx, { ownerId, sender, message: whole });
      return resultOf(mail, outcome, ctx.clock.now());
    }),
  );
  await retryUntil(retryForMs, () => settleBatch(ctx, mails[0]!.claim, results));
  return mails.length;
}

/** Nothing is sent without its files: a deleted file ends the message, and an unavailable store delays it. */
async function attachmentsOf(
  ctx: HubContext,
  files: readonly AttachedFile[],
): Promise<MailAttachment[] | "missing" | "unavailable"> {
  if (files.length === 0) return [];
  try {
    return (await loadAttachments(ctx, files)) ?? "missing";
  } catch (error) {
    ctx.log.warn({ err: error }, "The files of an e-mail could not be read");
    return "unavailable";
  }
}

function settleBatch(ctx: HubContext, claim: string, results: readonly MailResult[]): Promise<void> {
  return inOneGo(ctx, async (em) => {
    const now = ctx.clock.now();
    const settled = await settleMails(em, { claim, results, now });
    await drawConclusions(em, settled, now);
  });
}

/** A transaction across accounts, for due messages; its statements are prepared once per connection. */
function inOneGo<T>(ctx: HubContext, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return inPipelinedTransaction(ctx, work, { asSystem: true });
}

/** Retries while the database is unavailable for some seconds, because outcomes of deliveries must be recorded. */
async function retryUntil(retryForMs: number, work: () => Promise<void>): Promise<void> {
  for (let pauseMs = 100; ; pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      if (pauseMs * 2 > retryForMs) throw error;
      await wait(pauseMs);
    }
  }
}

/** Delivers all messages due at the context's time, round-robin. Returns how many were tried. */
export async function deliverDueMails(
  ctx: HubContext,
  batchSize: number,
  retryForMs?: number,
): Promise<number> {
  const contents = new CampaignContents();
  for (let tried = 0; ;) {
    const batch = await claimBatch(ctx, batchSize, contents);
    if (batch.mails.length === 0) return tried;
    tried += await deliverBatch(ctx, batch, retryForMs);
  }
}

/** Fails e-mails that a process claimed without recording an outcome. Returns how many. */
export function giveUpLostMails(ctx: HubContext): Promise<number> {
  return asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const lost = await failLostMails(em, now);
    if (lost.length === 0) return 0;
    await emitEvents(
      em,
      lost.map((mail) => messageEvent("failed", { ...mail, channel: "email" }, "outcome_unknown")),
    );
    await finishCampaigns(em, campaignsOf(lost), now);
    return lost.length;
  });
}

/** Ids of those that must not be written to. */
async function findBlocked(em: EntityManager, mails: readonly MailClaim[]): Promise<Set<string>> {
  const groups = Map.groupBy(mails, ({ ownerId, category }) => `${category} ${ownerId}`);
  const blocked = new Set<string>();
  for (const group of groups.values()) {
    const { ownerId, category } = group[0]!;
    const addresses = group.map(({ address }) => address);
    const found = await blockedAmong(em, { ownerId, channel: "email", category, addresses });
    for (const { id, address } of group) if (found.has(address)) blocked.add(id);
  }
  return blocked;
}

async function skip(
  em: EntityManager,
  { claim, ids, now }: { claim: string; ids: readonly string[]; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_messages SET status = 'failed', reason = 'suppressed', failed_at = $3, claimed_until = NULL
     WHERE claim = $1 AND id = ANY($2)`,
    [claim, ids, now],
  );
}

async function drawConclusions(em: EntityManager, settled: readonly SettledMail[], now: Date): Promise<void> {
  const events: NewEvent[] = [];
  for (const mail of settled) {
    const facts = { ...mail, channel: "email" as const };
    if (mail.status === "failed") events.push(messageEvent("failed", facts, mail.reason));
    if (mail.status === "sent" && mail.contactId !== null) events.push(mailSentEvent(facts));
    if (mail.status !== "bounced") continue;
    events.push(messageEvent("bounced", facts, mail.reason));
    const kind = mail.reason === "hard_bounce" ? "hard_bounce" : "soft_bounce";
    const { ownerId, address, id: messageId } = mail;
    await recordBounce(em, { id: `smtp:${messageId}`, ownerId, messageId, address, kind }, now);
  }
  await emitEvents(em, events);
  for (const [campaignId, mails] of byCampaign(settled)) {
    const bounces = mails.filter(({ status }) => status === "bounced").length;
    const sends = mails.filter(({ status }) => status === "sent").length + bounces;
    await checkCampaignHealth(em, campaignId, { sends, bounces }, now);
  }
  const ended = settled.filter(({ status }) => status !== "queued");
  await finishCampaigns(em, campaignsOf(ended), now);
}

function campaignsOf(mails: readonly { campaignId: string }[]): string[] {
  return [...new Set(mails.map(({ campaignId }) => campaignId))].toSorted();
}

/** In the order of ids, so that two who settle messages of the same campaigns cannot wait for each other. */
function byCampaign(settled: readonly SettledMail[]): [string, SettledMail[]][] {
  return [...Map.groupBy(settled, ({ campaignId }) => campaignId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
