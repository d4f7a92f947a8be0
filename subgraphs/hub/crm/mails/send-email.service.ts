import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { selectProfile, senderLine } from "../campaigns/campaign-profile.service.ts";
import { readRecipients, type Recipient } from "../campaigns/campaign-recipients.ts";
import {
  contentFaults,
  postalAddressFault,
  textsOf,
  withContacts,
} from "../campaigns/campaign-send.service.ts";
import { insertCampaign, insertCampaignMessages, type NewCampaign } from "../campaigns/campaign.rows.ts";
import { reserveQuota } from "../campaigns/quotas.service.ts";
import { singleMailPrefix } from "../campaigns/single-mail.ts";
import { foldEmail } from "../contacts/contact-address.ts";
import { findContacts } from "../contacts/contacts.service.ts";
import { contactNotFound } from "../crm.errors.ts";
import { blockedAmong } from "../messages/message-blocked.rows.ts";
import { requireConnectedSender } from "./connected-sender.service.ts";
import { requireAttachments } from "./mail-attachments.service.ts";
import { messageIdOf, newThread, replyTo, type MailThread } from "./mail-thread.ts";
import type { SendEmailInput, SentEmail } from "./mail.types.ts";

/**
 * Enqueues an e-mail to one person, with the rules of campaigns: suppressed addresses are refused, marketing has a postal
 * address and a link to unsubscribe, and it counts in the quota. Throws VALIDATION_ERROR, TEMPLATE_NOT_FOUND,
 * CONTACT_NOT_FOUND, FILE_NOT_FOUND, NOT_FOUND for an unknown message to answer, INVALID_STATE for a suppressed address, and
 * RATE_LIMIT_EXCEEDED (`quota`). With a connection it also throws CONNECTION_NOT_FOUND, CONNECTION_NEEDS_REAUTH and
 * INVALID_STATE for a missing scope. Idempotent by the key.
 */
export function sendEmail(ctx: HubContext, input: SendEmailInput): Promise<SentEmail> {
  const { recipient, faults } = recipientOf(input);
  faults.push(...contentFaults(input));
  if (faults.length > 0) throw validationError(faults);
  return exactlyOnce(ctx, { operation: "sendEmail", input }, (em) => takeOn(ctx, em, input, recipient));
}

function recipientOf({ to, name, contactId, variables }: SendEmailInput): {
  recipient: Recipient;
  faults: FieldFault[];
} {
  const given = { email: to, name: name ?? null, contactId: contactId ?? null, variables: variables ?? {} };
  const { asked, faults } = readRecipients([given]);
  const own = faults.map((fault) => ({ ...fault, path: fault.path.replace("recipients.0.", "") }));
  const email = foldEmail(to);
  if (email === null) own.push({ path: "to", message: "must be an e-mail address", rule: "email" });
  return { recipient: { ...asked[0]!, email: email ?? "" }, faults: own };
}

async function takeOn(
  ctx: HubContext,
  em: EntityManager,
  input: SendEmailInput,
  recipient: Recipient,
): Promise<SentEmail> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const category = input.category ?? "marketing";
  const profile = await selectProfile(em, ownerId);
  const line = senderLine(profile);
  if (category === "marketing" && line === null) throw validationError([postalAddressFault]);
  const text = await textsOf(em, ownerId, input);
  const [addressee] = await withContacts(em, ownerId, [
    await requireReachable(em, { ownerId, category, recipient }),
  ]);
  const mailbox = input.connectionId ? await requireConnectedSender(em, ctx, input.connectionId) : null;
  const thread = await threadOf(ctx, em, input.inReplyTo ?? null);
  const attachments = await requireAttachments(em, {
    ownerId,
    fileIds: input.attachments ?? [],
    now,
    maxBytes: mailbox?.maxAttachmentBytes,
  });
  const reservation = await reserveQuota(em, { ownerId, kind: "email", amount: 1, now });
  const campaign: NewCampaign = {
    id: newId(singleMailPrefix),
    ownerId,
    category,
    ...text,
    ...thread,
    attachments,
    sender: mailbox?.sender ?? null,
    templateId: input.templateId ?? null,
    fromName: input.fromName ?? profile.businessName,
    replyTo: input.replyTo ?? null,
    senderLine: category === "marketing" ? line : null,
    scheduledAt: null,
    total: 1,
    accepted: 1,
    duplicates: 0,
    suppressed: 0,
    invalid: 0,
    rejected: [],
    reservationId: reservation.id,
  };
  await insertCampaign(em, campaign, now);
  await insertCampaignMessages(em, campaign, [addressee!], now);
  const { messageId, contactId } = addressee!;
  return {
    messageId,
    status: "queued",
    contactId,
    internetMessageId: messageIdOf(messageId, ctx.publicUrl),
  };
}

/** The recipient, whose contact exists and whose address is not suppressed. */
async function requireReachable(
  em: EntityManager,
  {
    ownerId,
    category,
    recipient,
  }: { ownerId: string; category: NewCampaign["category"]; recipient: Recipient },
): Promise<Recipient> {
  const { email, contactId } = recipient;
  if (contactId !== null && !(await findContacts(em, { ownerId, contactIds: [contactId] })).has(contactId))
    throw contactNotFound();
  const addresses = [email];
  const reason = (await blockedAmong(em, { ownerId, channel: "email", category, addresses })).get(email);
  if (reason === undefined) return recipient;
  const message = "This address opted out or is suppressed. Ask the person to subscribe again first.";
  throw new DomainError("INVALID_STATE", message, { reason });
}

/** The conversation of an answer: that of the message, and the message itself. */
async function threadOf(ctx: HubContext, em: EntityManager, inReplyTo: string | null): Promise<MailThread> {
  if (inReplyTo === null) return newThread;
  if (inReplyTo.startsWith("<")) return replyTo(inReplyTo, []);
  const [message] = await executeSql<{ referenceIds: string[] | null }>(
    em,
    `SELECT c.reference_ids AS "referenceIds" FROM crm_messages m LEFT JOIN crm_campaigns c ON c.id = m.campaign_id
     WHERE m.owner_id = $1 AND m.id = $2 AND m.channel = 'email'`,
    [ctx.principal.ownerId, inReplyTo],
  );
  if (!message) throw new DomainError("NOT_FOUND", "Message not found. Check inReplyTo.");
  return replyTo(messageIdOf(inReplyTo, ctx.publicUrl), message.referenceIds ?? []);
}
