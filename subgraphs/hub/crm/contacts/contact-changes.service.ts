import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { requireCompany } from "../companies/companies.service.ts";
import { contactExists, contactNotFound, overQuota, versionConflict } from "../crm.errors.ts";
import { consentAfterMove, noConsent, type Suppressed } from "./consent-rules.ts";
import { addressOf, recordConsent } from "./consents.service.ts";
import { channels } from "./contact-address.ts";
import { changeFacts, noFacts } from "./contact-facts.ts";
import type { ContactConsentInput, CreateContactInput, UpdateContactInput } from "./contact-inputs.types.ts";
import { showContact } from "./contact-list.service.ts";
import { selectContacts, type ContactFacts, type ContactRow } from "./contact.rows.ts";
import { eraseContact, insertContacts, rewriteContacts } from "./contact-writes.rows.ts";
import type { CrmContact, DeletedCrmContact } from "./contact.types.ts";
import { finishCampaigns } from "../campaigns/campaign-finish.service.ts";
import { isBulkSql } from "../campaigns/single-mail.ts";
import { lockContactRoom } from "../campaigns/quotas.service.ts";
import { refreshContactStatus, suppressedAmong } from "../suppressions/suppressions.service.ts";

/**
 * Creates a contact. An opt-out is kept: `subscribed` is then ignored. Throws VALIDATION_ERROR with every fault,
 * CONTACT_EXISTS, COMPANY_NOT_FOUND, or RATE_LIMIT_EXCEEDED (`quota`) when the plan has no room. Idempotent by the idempotency key.
 */
export async function createContact(ctx: HubContext, input: CreateContactInput): Promise<CrmContact> {
  const { facts: given, faults } = changeFacts(noFacts, input);
  refuse([...faults, ...consentFaults(given, input.consent)]);
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "createContact", input }, async (em) => {
    const facts = await withCompany(em, ownerId, given, input);
    await takeRoom(em, ownerId, now);
    await requireFreeEmail(em, ownerId, facts.email, null);
    const suppressed = await suppressionsOf(em, ownerId, facts);
    const moved = { email: null, phone: null, consent: noConsent };
    const id = newId("ct");
    const row: ContactRow = {
      ...facts,
      id,
      ownerId,
      consent: consentAfterMove(moved, facts, suppressed, now),
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertContacts(em, { ownerId, now }, [row]);
    if (facts.email !== null) await refreshContactStatus(em, { ownerId, emails: [facts.email], now });
    await recordConsents(em, row, input.consent, { now, suppressed });
    return readBack(em, ownerId, id);
  });
}

/**
 * Updates the given fields. A new address starts without consent; `subscribed` lifts an opt-out here, since it is the
 * owner's statement that the person has subscribed again. Throws as `createContact` does, CONTACT_NOT_FOUND, and
 * VERSION_CONFLICT.
 */
export async function updateContact(ctx: HubContext, input: UpdateContactInput): Promise<CrmContact> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "updateContact", input }, async (em) => {
    const { room, limit } = await lockContactRoom(em, ownerId, now);
    const before = await lockContact(em, ownerId, input.contactId);
    const { version } = input;
    if (version !== undefined && version !== null && version !== before.version)
      throw versionConflict(before.version);
    const { facts: changed, faults } = changeFacts(before, input);
    refuse([...faults, ...consentFaults(changed, input.consent)]);
    const facts = await withCompany(em, ownerId, changed, input);
    const isBack = input.archived === false && before.status === "archived";
    if (isBack && room === 0) throw noRoom(limit, now);
    await requireFreeEmail(em, ownerId, facts.email, before.id);
    const suppressed = await suppressionsOf(em, ownerId, facts);
    const status = input.archived === true ? "archived" : isBack ? "active" : before.status;
    const consent = consentAfterMove(before, facts, suppressed, now);
    await rewriteContacts(em, { ownerId, now }, [{ ...before, ...facts, consent, status }]);
    if (facts.email !== null) await refreshContactStatus(em, { ownerId, emails: [facts.email], now });
    await recordConsents(em, before, input.consent, { now });
    return readBack(em, ownerId, before.id);
  });
}

/** Erases the personal data of a contact; its opt-outs stay. Idempotent. Throws CONTACT_NOT_FOUND. */
export async function deleteContact(ctx: HubContext, contactId: string): Promise<DeletedCrmContact> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "deleteContact", input: { contactId } }, async (em) => {
    await lockContactRoom(em, ownerId, now);
    const sql = "SELECT erased_at AS erased FROM crm_contacts WHERE owner_id = $1 AND id = $2 FOR UPDATE";
    const [row] = await executeSql<{ erased: string | null }>(em, sql, [ownerId, contactId]);
    if (!row) throw contactNotFound();
    if (row.erased !== null) return { contactId, deletedAt: new Date(row.erased) };
    await eraseContact(em, contactId, now);
    await finishErased(em, { ownerId, contactId, now });
    return { contactId, deletedAt: now };
  });
}

/** E-mails to the contact that were not sent yet give their quota back. */
async function finishErased(
  em: EntityManager,
  { ownerId, contactId, now }: { ownerId: string; contactId: string; now: Date },
): Promise<void> {
  const sql = `SELECT c.id FROM crm_campaigns c JOIN crm_messages m ON m.campaign_id = c.id
    WHERE m.owner_id = $1 AND m.contact_id = $2 AND c.completed_at IS NULL AND NOT (${isBulkSql})`;
  const open = await executeSql<{ id: string }>(em, sql, [ownerId, contactId]);
  await finishCampaigns(em, open.map(({ id }) => id).toSorted(), now);
}

/** A contact that is linked to a company has its name, unless the call gives another. Throws COMPANY_NOT_FOUND. */
async function withCompany(
  em: EntityManager,
  ownerId: string,
  facts: ContactFacts,
  { company, companyId }: Pick<CreateContactInput, "company" | "companyId">,
): Promise<ContactFacts> {
  if (companyId === undefined || companyId === null) return facts;
  const { name } = await requireCompany(em, { ownerId, companyId });
  return company === undefined || company === null ? { ...facts, company: name } : facts;
}

async function takeRoom(em: EntityManager, ownerId: string, now: Date): Promise<void> {
  const { room, limit } = await lockContactRoom(em, ownerId, now);
  if (room === 0) throw noRoom(limit, now);
}

function noRoom(limit: number, now: Date) {
  return overQuota({ kind: "contacts", limit, remaining: 0, requested: 1, resetAt: null, now });
}

/** Every writer of contacts or addresses holds the lock of `lockContactRoom`, so this stays true until the commit. */
async function requireFreeEmail(
  em: EntityManager,
  ownerId: string,
  email: string | null,
  ownId: string | null,
): Promise<void> {
  if (email === null) return;
  const [other] = await selectContacts(em, "owner_id = $1 AND email = $2", [ownerId, email]);
  if (other && other.id !== ownId) throw contactExists(other.id, other.status);
}

async function lockContact(em: EntityManager, ownerId: string, id: string): Promise<ContactRow> {
  const [row] = await selectContacts(em, "owner_id = $1 AND id = $2 FOR UPDATE", [ownerId, id]);
  if (!row) throw contactNotFound();
  return row;
}

async function suppressionsOf(
  em: EntityManager,
  ownerId: string,
  facts: Pick<ContactFacts, "email" | "phone">,
): Promise<Suppressed> {
  const found: Suppressed = {};
  for (const channel of channels) {
    const address = addressOf(facts, channel);
    if (address === null) continue;
    const reason = (await suppressedAmong(em, { ownerId, channel, addresses: [address] })).get(address);
    if (reason) found[channel] = reason;
  }
  return found;
}

/** Consent that is given for a channel that has no address is a slip. */
function consentFaults(
  facts: Pick<ContactFacts, "email" | "phone">,
  consent: ContactConsentInput | null | undefined,
): FieldFault[] {
  return channels.flatMap((channel) =>
    consent?.[channel] && addressOf(facts, channel) === null
      ? [
          {
            path: `consent.${channel}`,
            message: "needs an e-mail address (for email) or a phone number (for sms and call)",
            rule: "address",
          },
        ]
      : [],
  );
}

/** With `suppressed`, an opt-out of one of these is not ended. */
async function recordConsents(
  em: EntityManager,
  { id: contactId, ownerId }: ContactRow,
  consent: ContactConsentInput | null | undefined,
  { now, suppressed = {} }: { now: Date; suppressed?: Suppressed },
): Promise<void> {
  for (const channel of channels) {
    const said = consent?.[channel];
    if (!said || (said.status === "subscribed" && suppressed[channel] === "unsubscribed")) continue;
    const { status, source } = said;
    await recordConsent(em, { ownerId, contactId, channel, status, source: source ?? "api", now });
  }
}

async function readBack(em: EntityManager, ownerId: string, id: string): Promise<CrmContact> {
  const [row] = await selectContacts(em, "owner_id = $1 AND id = $2", [ownerId, id]);
  return showContact(row!);
}

function refuse(faults: FieldFault[]): void {
  if (faults.length > 0) throw validationError(faults);
}
