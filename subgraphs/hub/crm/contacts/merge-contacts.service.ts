import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { lockContactRoom } from "../campaigns/quotas.service.ts";
import { contactNotFound } from "../crm.errors.ts";
import { refreshContactStatus, suppress } from "../suppressions/suppressions.service.ts";
import { addressOf, recordConsent } from "./consents.service.ts";
import { channels } from "./contact-address.ts";
import { showContact } from "./contact-list.service.ts";
import { rewriteContacts } from "./contact-writes.rows.ts";
import { selectContacts, type ContactRow } from "./contact.rows.ts";
import type { CrmContact } from "./contact.types.ts";
import type { MergeContactsInput } from "./merge.types.ts";
import { mergeConsent, mergeFacts } from "./merge-rules.ts";
import { personalSuppressions, retireContact } from "./merge.rows.ts";

/**
 * Merges one contact into another, which keeps its ID: deals, tasks, activities, messages and the history of consent move,
 * and the stricter consent and every suppression of the person stay in force. Merging the same two again returns the
 * contact. Every writer of contacts holds the lock of `lockContactRoom`, so two merges are applied in turn. Throws
 * CONTACT_NOT_FOUND, and VALIDATION_ERROR for a contact and itself or when both have too many tags or fields.
 */
export function mergeContacts(ctx: HubContext, input: MergeContactsInput): Promise<CrmContact> {
  const { sourceId, targetId } = input;
  if (sourceId === targetId)
    throw validationError([
      { path: "sourceId", message: "must be another contact than targetId", rule: "different" },
    ]);
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "mergeContacts", input }, async (em) => {
    await lockContactRoom(em, ownerId, now);
    const rows = await selectContacts(em, "owner_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE", [
      ownerId,
      [sourceId, targetId],
    ]);
    const source = rows.find(({ id }) => id === sourceId);
    const target = rows.find(({ id }) => id === targetId);
    if (!target) throw contactNotFound();
    if (!source) {
      if (!(await isMergedInto(em, ownerId, input))) throw contactNotFound();
      return showContact(target);
    }
    await mergeInto(em, { source, target, actor: ctx.principal.id, now });
    const [merged] = await selectContacts(em, "owner_id = $1 AND id = $2", [ownerId, targetId]);
    return showContact(merged!);
  });
}

interface Merge {
  source: ContactRow;
  target: ContactRow;
  actor: string;
  now: Date;
}

async function mergeInto(em: EntityManager, { source, target, actor, now }: Merge): Promise<void> {
  const { ownerId } = target;
  const { facts, faults } = mergeFacts(source, target);
  if (faults.length > 0) throw validationError(faults);
  const consent = mergeConsent(source, target);
  const suppressed = await personalSuppressions(em, source);
  await retireContact(em, { source, targetId: target.id, now });
  await rewriteContacts(em, { ownerId, now }, [{ ...target, ...facts, consent }]);
  for (const channel of channels) {
    const address = addressOf(facts, channel);
    if (address === null) continue;
    const { status, source: said } = consent[channel];
    if (status === "unsubscribed" && target.consent[channel].status !== "unsubscribed")
      await recordConsent(em, {
        ownerId,
        contactId: target.id,
        channel,
        status,
        source: said ?? "merge",
        now,
      });
    for (const reason of suppressed.get(channel) ?? [])
      await suppress(em, { ownerId, channel, address, reason, source: "merge", now });
  }
  if (facts.email !== null) await refreshContactStatus(em, { ownerId, emails: [facts.email], now });
  await noteMerge(em, { source, target, actor, now });
}

/** Addresses that the target does not take over stay in its timeline. */
async function noteMerge(em: EntityManager, { source, target, actor, now }: Merge): Promise<void> {
  const names = [source.firstName, source.lastName].filter((name) => name !== null).join(" ");
  const known = [names, source.email, source.phone].filter((text) => text !== null && text !== "");
  await executeSql(
    em,
    `INSERT INTO crm_activities (id, owner_id, contact_id, kind, text, at, actor, object_id, created_at)
     VALUES ($1, $2, $3, 'note', $4, $5, $6, $7, $5)`,
    [
      newId("act"),
      target.ownerId,
      target.id,
      `Merged with another contact: ${known.join(", ")}.`,
      now,
      actor,
      source.id,
    ],
  );
}

async function isMergedInto(
  em: EntityManager,
  ownerId: string,
  { sourceId, targetId }: MergeContactsInput,
): Promise<boolean> {
  const sql = "SELECT 1 FROM crm_contacts WHERE owner_id = $1 AND id = $2 AND merged_into = $3";
  return (await executeSql(em, sql, [ownerId, sourceId, targetId])).length > 0;
}
