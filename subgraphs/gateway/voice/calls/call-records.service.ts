import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import { checkedNumber } from "../contacts/checked-number.ts";
import { contactOf } from "../contacts/contacts.service.ts";
import { pageRows, updateRow } from "../voice.rows.ts";
import type { VoiceContext } from "../voice.context.ts";
import type * as records from "./call-records.types.ts";
import { minutePrice } from "./call-credits.service.ts";
import { isFinal, type CallStatus } from "./call-states.ts";
import type * as types from "./calls.types.ts";
import { callOf } from "./end-call.service.ts";
import { presentCall } from "./present-call.ts";

const maxNotes = 20;
const finalStatuses: readonly CallStatus[] = ["completed", "busy", "no-answer", "failed", "canceled"];

/** Adds a note to a call. Throws NOT_FOUND, and BUSINESS_RULE too_many_notes after 20. */
export function addCallNote(ctx: VoiceContext, input: records.AddCallNoteInput): Promise<types.CallNote> {
  return exactlyOnce(ctx, { operation: "addCallNote", input }, async (em) => {
    const call = await callOf(em, ctx, input.callId, true);
    if (call.notes.length >= maxNotes)
      throw businessRule(
        "too_many_notes",
        "This call already has 20 notes. Use the note of its disposition instead.",
        {
          maxNotes,
        },
      );
    const createdAt = ctx.clock.now().toISOString();
    const note = { id: newId("cnt"), text: input.text, createdAt };
    const notes = [...call.notes, note];
    await updateRow(em, "caller_calls", call.id, { notes, version: call.version + 1, updatedAt: createdAt });
    return note;
  });
}

/** Gives a call that has ended an outcome code. Idempotent. Throws NOT_FOUND and INVALID_STATE. */
export function setCallDisposition(
  ctx: VoiceContext,
  input: records.SetCallDispositionInput,
): Promise<types.Call> {
  return exactlyOnce(ctx, { operation: "setCallDisposition", input }, async (em) => {
    const call = await callOf(em, ctx, input.callId, true);
    if (!isFinal(call.status)) throw invalidState("call", call.status, finalStatuses);
    const wanted = {
      disposition: input.disposition,
      dispositionNote: input.note === undefined ? call.dispositionNote : input.note,
    };
    if (wanted.disposition === call.disposition && wanted.dispositionNote === call.dispositionNote)
      return presentCall(call);
    const changes = { ...wanted, version: call.version + 1, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "caller_calls", call.id, changes);
    return presentCall({ ...call, ...changes });
  });
}

/** What a call of this length costs by the price list as it is now; nothing is held. Throws VALIDATION_ERROR. */
export async function estimateCallCost(
  ctx: VoiceContext,
  { to, expectedMinutes: minutes }: records.CallCostArgs,
): Promise<records.CallCostEstimate> {
  const number = checkedNumber(to, "to");
  const creditsPerMinute = await minutePrice(ctx);
  return { to: number, minutes, creditsPerMinute, credits: creditsPerMinute * minutes };
}

/** The calls with a contact, newest first. Throws NOT_FOUND. */
export function listContactCalls(ctx: VoiceContext, args: records.ContactCallsArgs): Promise<types.CallPage> {
  const { contactId, limit, after } = args;
  const read = async (em: EntityManager) => {
    await contactOf(em, ctx, contactId);
    const list = ["contact calls", contactId] as const;
    const query = { where: "contact_id = $2", values: [contactId], list, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "caller_calls", query);
    return { calls: rows.map(presentCall), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
