import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, versionConflict } from "../../base/gateway.errors.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { openStatuses } from "../calls/call-states.ts";
import { dropCallsTo } from "../calls/drop-calls.service.ts";
import { duplicate } from "../voice.errors.ts";
import { findRows, updateRow } from "../voice.rows.ts";
import { eraseRecordings } from "../recordings/recordings.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import type * as types from "./change-contacts.types.ts";
import { checkedNumber, checkedVariables } from "./checked-number.ts";
import { addConsent, hasConsent } from "./consent.service.ts";
import { contactOf, findByPhone, presentContact } from "./contacts.service.ts";
import type { CallContact } from "./contacts.types.ts";
import { lockNumber } from "./guards.service.ts";

/** Shown in place of the number of a person whose data was erased. */
const erasedNumber = "erased";

/**
 * Changes a contact; calls that are queued keep what they began with. Throws NOT_FOUND, VALIDATION_ERROR, and DUPLICATE for
 * the number of another contact. A change to what it is already changes nothing.
 */
export function updateContact(ctx: VoiceContext, input: types.UpdateCallContactInput): Promise<CallContact> {
  const phone = input.phone ? checkedNumber(input.phone) : null;
  const variables = input.variables ? checkedVariables(input.variables) : null;
  const timezone = checkedZone(input.timezone);
  return exactlyOnce(ctx, { operation: "updateCallContact", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    if (phone !== null) await lockNumber(em, ownerId, phone);
    const before = await contactOf(em, ctx, input.contactId, true);
    const other = phone === null ? null : await findByPhone(em, ownerId, phone);
    if (other && other.id !== before.id) throw duplicate("contact", { contactId: other.id, phone });
    const wanted = {
      name: input.name ?? before.name,
      phone: phone ?? before.phone,
      timezone: input.timezone === undefined ? before.timezone : timezone,
      variables: variables ?? before.variables,
    };
    const changes = { ...wanted, version: before.version + 1, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "caller_contacts", before.id, changes);
    return presentContact({ ...before, ...changes });
  });
}

/**
 * Erases a contact: name, variables, and the number and words of its calls. Calls stay with their times, outcomes and costs;
 * queued ones and callbacks are cancelled. The do-not-call list and the consent ledger keep the number, as evidence: consent
 * is revoked there. Throws NOT_FOUND, and BUSINESS_RULE call_in_progress.
 */
export function deleteContact(
  ctx: VoiceContext,
  input: types.CallContactIdInput,
): Promise<types.DeletedCallContact> {
  return exactlyOnce(ctx, { operation: "deleteCallContact", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const seen = await contactOf(em, ctx, input.contactId);
    // Numbers are locked before their rows, as by who calls or forbids one.
    await lockNumber(em, ownerId, seen.phone);
    const { id, phone, version } = await contactOf(em, ctx, input.contactId, true);
    if (phone !== seen.phone) throw versionConflict(version);
    await requireNoCall(em, ownerId, phone);
    await dropCallsTo(em, ctx, phone, "contact_deleted");
    await eraseCalls(em, ownerId, { id, phone });
    if (await hasConsent(em, ownerId, phone))
      await addConsent(em, ctx, phone, { kind: "revoked", source: "contact deleted" });
    await executeSql(em, "DELETE FROM caller_contacts WHERE id = $1", [id]);
    return { id, deleted: true };
  });
}

/** A call at the carrier still needs its number and words. */
async function requireNoCall(em: EntityManager, ownerId: string, phone: string): Promise<void> {
  const [going] = await executeSql<{ id: string }>(
    em,
    `SELECT id FROM caller_calls WHERE owner_id = $1 AND status = ANY ($3) AND asked_at IS NOT NULL
       AND $2 = CASE WHEN direction = 'inbound' THEN from_number ELSE to_number END LIMIT 1`,
    [ownerId, phone, openStatuses],
  );
  if (going)
    throw businessRule("call_in_progress", "A call with this contact is in progress. End the call first.", {
      callId: going.id,
    });
}

async function eraseCalls(
  em: EntityManager,
  ownerId: string,
  { id, phone }: { id: string; phone: string },
): Promise<void> {
  const values = [ownerId, phone, id];
  const erased = await executeSql<{ id: string }>(
    em,
    `UPDATE caller_calls SET
       to_number = CASE WHEN direction = 'outbound' THEN '${erasedNumber}' ELSE to_number END,
       from_number = CASE WHEN direction = 'inbound' THEN '${erasedNumber}' ELSE from_number END, contact_id = NULL, variables = '{}', dialogue = NULL,
       notes = '[]', disposition_note = NULL, summary = NULL
     WHERE owner_id = $1 AND (contact_id = $3 OR $2 = CASE WHEN direction = 'inbound' THEN from_number ELSE to_number END)
     RETURNING id`,
    values,
  );
  const ids = erased.map((call) => call.id);
  await eraseRecordings(
    em,
    await findRows(em, "caller_calls", "id = ANY ($1) AND recording IS NOT NULL", [ids]),
  );
  await executeSql(em, "DELETE FROM caller_transcripts WHERE id = ANY ($1)", [ids]);
  await executeSql(
    em,
    "DELETE FROM caller_callbacks WHERE owner_id = $1 AND (phone = $2 OR contact_id = $3)",
    values,
  );
}
