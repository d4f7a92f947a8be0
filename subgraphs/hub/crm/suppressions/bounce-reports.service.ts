import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { emitEvent as emitOutboxEvent } from "../../../../src/db/outbox.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { parseVendorJson } from "../../../../src/vendor-json.ts";
import type { HubContext } from "../../hub.context.ts";
import { checkReportSignature } from "./bounce-signature.ts";
import type { MailReportsAnswer, ReceiveMailReportsInput } from "./bounce.types.ts";
import { recordBounce } from "./bounce.service.ts";
import { checkCampaignHealth } from "../campaigns/campaign-health-check.service.ts";
import {
  lockMessage,
  moveMessage,
  emitEvent,
  type ReceiptMessage,
} from "../messages/delivery-receipts.service.ts";

const reportSchema = z.object({
  id: z.string().regex(/^[\w.-]{1,100}$/),
  /** The header `Message-ID` of the message, with or without its brackets. */
  messageId: z.string().min(5).max(300),
  type: z.enum(["delivered", "bounced", "complained"]),
  bounceType: z.enum(["hard", "soft"]).default("hard"),
});
type Report = z.output<typeof reportSchema>;
const bodySchema = z.object({ reports: z.array(reportSchema).min(1).max(1_000) });

/**
 * Receives the mail server's reports on messages: delivered, bounced, complained. Each report counts once; reports
 * about unknown campaigns are ignored, and
 * bounces of other messages announced to the part that sent them. Throws INVALID_SIGNATURE and VALIDATION_ERROR; after any other error the server
 * should retry.
 */
export async function receiveMailReports(
  ctx: HubContext,
  { body, signature }: ReceiveMailReportsInput,
): Promise<MailReportsAnswer> {
  checkReportSignature(body, signature ?? null, {
    secrets: ctx.ports.mailReportSecrets,
    now: ctx.clock.now(),
  });
  const reports = readReports(body);
  const counts = { processed: 0, duplicate: 0, ignored: 0 };
  await asSystem(ctx.em, async (em) => {
    Object.assign(counts, { processed: 0, duplicate: 0, ignored: 0 });
    // In the order of messages, so that two deliveries cannot wait for each other.
    for (const report of reports.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1)))
      counts[await applyReport(em, report, ctx.clock.now())] += 1;
  });
  return { received: reports.length, ...counts };
}

function readReports(body: string): Report[] {
  try {
    return bodySchema.parse(parseVendorJson(body)).reports;
  } catch {
    throw new DomainError("VALIDATION_ERROR", "The body contains no valid reports. Send a list of reports.", {
      fields: [],
    });
  }
}

/** Messages that the platform sends besides those of campaigns, such as invoices. */
const ofOtherParts = /@hub-platform>?$/;

async function applyReport(
  em: EntityManager,
  report: Report,
  now: Date,
): Promise<"processed" | "duplicate" | "ignored"> {
  const id = /^<?(msg_[0-9a-z]{26})@/.exec(report.messageId)?.[1];
  if (id === undefined && report.type === "bounced" && ofOtherParts.test(report.messageId))
    return announceBounce(em, report);
  const message = id === undefined ? null : await lockMessage(em, id);
  if (!message || message.channel !== "email" || message.status === "queued") return "ignored";
  const isNew = await recordBounce(
    em,
    {
      id: report.id,
      ownerId: message.ownerId,
      messageId: message.id,
      address: message.address,
      kind: kindOf(report),
    },
    now,
  );
  if (!isNew) return "duplicate";
  return (await move(em, message, report, now)) ? "processed" : "ignored";
}

/**
 * A message of another part of the platform bounced. Whose message it was is not known here: the part that sent it finds out.
 */
async function announceBounce(em: EntityManager, report: Report): Promise<"processed"> {
  const { messageId } = report;
  const payload = { messageId, reason: kindOf(report) };
  await emitOutboxEvent(em, {
    type: "mail.bounced",
    objectId: messageId,
    appId: null,
    ownerId: null,
    payload,
    actor: null,
  });
  return "processed";
}

function kindOf({ type, bounceType }: Report) {
  if (type === "bounced") return bounceType === "hard" ? "hard_bounce" : "soft_bounce";
  return type === "complained" ? "complaint" : "delivered";
}

async function move(em: EntityManager, message: ReceiptMessage, report: Report, now: Date): Promise<boolean> {
  if (report.type === "delivered") return moveMessage(em, message, { to: "delivered", now });
  if (report.type === "bounced") {
    const isMoved = await moveMessage(em, message, { to: "bounced", reason: kindOf(report), now });
    if (isMoved) await checkCampaignHealth(em, message.campaignId!, { bounces: 1 }, now);
    return isMoved;
  }
  // A complaint proves delivery, even without a report of it.
  await moveMessage(em, message, { to: "delivered", now });
  const isMoved = await moveMessage(em, message, { to: "complained", reason: "complaint", now });
  if (isMoved) await checkCampaignHealth(em, message.campaignId!, { complaints: 1 }, now);
  else await emitEvent(em, "complained", message, "complaint");
  return true;
}
