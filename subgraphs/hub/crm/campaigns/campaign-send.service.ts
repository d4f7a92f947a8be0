import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { finishCampaigns } from "./campaign-finish.service.ts";
import { selectProfile, senderLine } from "./campaign-profile.service.ts";
import {
  readRecipients,
  sortRecipients,
  type AskedRecipient,
  type Recipient,
} from "./campaign-recipients.ts";
import { insertCampaign, insertCampaignMessages, type NewCampaign } from "./campaign.rows.ts";
import type { BulkEmailAnswer, Category, SendBulkEmailInput } from "./campaign.types.ts";
import { findContacts, findContactsByAddress } from "../contacts/contacts.service.ts";
import { blockedAmong } from "../messages/message-blocked.rows.ts";
import { readQuotas, reserveQuota } from "./quotas.service.ts";
import { templateFaults } from "../templates/template.ts";
import { requireTemplate } from "../templates/templates.service.ts";

const mostShown = 100;
const yearMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Enqueues a campaign: one message per valid recipient, with the quota for all of them reserved at once. Throws
 * VALIDATION_ERROR, TEMPLATE_NOT_FOUND, CONTACT_NOT_FOUND and RATE_LIMIT_EXCEEDED (`quota`), and then nothing is sent.
 * Idempotent by the idempotency key.
 */
export function sendBulkEmail(ctx: HubContext, input: SendBulkEmailInput): Promise<BulkEmailAnswer> {
  const { asked, faults } = readRecipients(input.recipients);
  faults.push(...contentFaults(input), ...scheduleFaults(input, ctx.clock.now()));
  if (faults.length > 0) throw validationError(faults);
  return exactlyOnce(ctx, { operation: "sendBulkEmail", input }, (em) => takeOn(ctx, em, { input, asked }));
}

async function takeOn(
  ctx: HubContext,
  em: EntityManager,
  { input, asked }: { input: SendBulkEmailInput; asked: readonly AskedRecipient[] },
): Promise<BulkEmailAnswer> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const category = input.category ?? "marketing";
  const profile = await selectProfile(em, ownerId);
  const line = senderLine(profile);
  if (category === "marketing" && line === null) throw validationError([postalAddressFault]);
  const text = await textsOf(em, ownerId, input);
  const { wanted, duplicates, invalid, rejected } = sortRecipients(asked);
  const reachable = await withoutBlocked(em, { ownerId, category, wanted });
  const left = new Set(reachable.map(({ email }) => email));
  for (const { email } of wanted) if (!left.has(email)) rejected.push({ email, reason: "suppressed" });
  const recipients = await withContacts(em, ownerId, reachable);
  const reservation = await reserveQuota(em, { ownerId, kind: "email", amount: recipients.length, now });
  const campaign: NewCampaign = {
    id: newId("cmp"),
    ownerId,
    category,
    ...text,
    templateId: input.templateId ?? null,
    fromName: input.fromName ?? profile.businessName,
    replyTo: input.replyTo ?? null,
    senderLine: category === "marketing" ? line : null,
    scheduledAt: input.scheduledAt ?? null,
    total: asked.length,
    accepted: recipients.length,
    duplicates,
    suppressed: wanted.length - reachable.length,
    invalid,
    rejected: rejected.slice(0, mostShown),
    reservationId: reservation.id,
  };
  await insertCampaign(em, campaign, now);
  await insertCampaignMessages(em, campaign, recipients, now);
  if (recipients.length === 0) await finishCampaigns(em, [campaign.id], now);
  const { id: campaignId, total, accepted, suppressed } = campaign;
  const { remaining, resetsAt } = (await readQuotas(ctx)).quotas.email;
  const counts = { total, accepted, duplicates, suppressed, invalid };
  return {
    campaignId,
    status: "queued",
    ...counts,
    rejected: campaign.rejected.slice(),
    quota: { remaining, resetsAt },
  };
}

export const postalAddressFault: FieldFault = {
  path: "category",
  message: "needs a postal address for marketing e-mail; set it with PUT /crm/business-profile",
  rule: "postalAddress",
};

/** Texts of a message, or a template in their place. */
type MailContent = Pick<SendBulkEmailInput, "templateId" | "htmlBody" | "subject" | "textBody">;

export function contentFaults(input: MailContent): FieldFault[] {
  const { templateId, htmlBody, subject } = input;
  const faults: FieldFault[] = [];
  const refuse = (path: string, message: string, rule: string) => faults.push({ path, message, rule });
  if (!templateId && !htmlBody) refuse("htmlBody", "is required without a templateId", "required");
  if (templateId && htmlBody)
    refuse("templateId", "cannot be combined with htmlBody; send one of them", "exclusive");
  if (!templateId && !subject) refuse("subject", "is required without a templateId", "required");
  const { textBody = null } = input;
  const texts = { ...(subject ? { subject } : {}), ...(htmlBody ? { htmlBody } : {}), textBody };
  return [...faults, ...templateFaults(texts)];
}

function scheduleFaults({ scheduledAt }: SendBulkEmailInput, now: Date): FieldFault[] {
  if (!scheduledAt || scheduledAt.getTime() <= now.getTime() + yearMs) return [];
  return [{ path: "scheduledAt", message: "must be at most one year ahead", rule: "max" }];
}

export async function textsOf(em: EntityManager, ownerId: string, input: MailContent) {
  const { subject, htmlBody, textBody = null } = input;
  if (!input.templateId) return { subject: subject!, htmlBody: htmlBody!, textBody };
  const template = await requireTemplate(em, { ownerId, templateId: input.templateId });
  return {
    subject: subject ?? template.subject,
    htmlBody: template.htmlBody,
    textBody: textBody ?? template.textBody,
  };
}

async function withoutBlocked(
  em: EntityManager,
  { ownerId, category, wanted }: { ownerId: string; category: Category; wanted: readonly Recipient[] },
): Promise<Recipient[]> {
  const addresses = wanted.map(({ email }) => email);
  const blocked = await blockedAmong(em, { ownerId, channel: "email", category, addresses });
  return wanted.filter(({ email }) => !blocked.has(email));
}

/** Adds contact fields as variables; variables of the request override them. */
export async function withContacts(em: EntityManager, ownerId: string, wanted: readonly Recipient[]) {
  const addresses = wanted.map(({ email }) => email);
  const byAddress = await findContactsByAddress(em, { ownerId, channel: "email", addresses });
  const ids = wanted.flatMap(({ contactId }) => contactId ?? []);
  const byId = ids.length === 0 ? new Map() : await findContacts(em, { ownerId, contactIds: ids });
  const missing = wanted.findIndex(({ contactId }) => contactId !== null && !byId.has(contactId));
  if (missing >= 0) throw unknownContact(wanted[missing]!.email);
  return wanted.map((recipient) => {
    const contact = byId.get(recipient.contactId ?? "") ?? byAddress.get(recipient.email);
    const { name, variables } = recipient;
    const [first, ...rest] = (name ?? "").split(" ");
    const ofName = name ? { name, firstName: first, lastName: rest.join(" ") } : {};
    const ofContact = contact
      ? {
          ...contact.customFields,
          firstName: contact.firstName,
          lastName: contact.lastName,
          company: contact.company,
        }
      : {};
    const known = { email: recipient.email, ...ofContact, ...ofName, ...variables };
    const contactId: string | null = contact?.id ?? null;
    return { ...recipient, messageId: newId("msg"), contactId, variables: plainOf(known) };
  });
}

function plainOf(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

function unknownContact(email: string) {
  return validationError([
    { path: "recipients", message: `has an unknown contactId for ${email}`, rule: "contactId" },
  ]);
}
