import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { VoiceContext } from "../voice.context.ts";
import { insertAll } from "../voice.rows.ts";
import type { CallEventRow, CallRow } from "../voice-tables.ts";
import type { Call } from "./calls.types.ts";
import { presentCall } from "./present-call.ts";

/** Records a change of state made by the platform. */
export async function recordCallEvent(
  em: EntityManager,
  ctx: VoiceContext,
  { id: callId, ownerId }: CallRow,
  status: string,
): Promise<void> {
  const now = ctx.clock.now().toISOString();
  const facts = { carrierCallId: null, sequence: null, source: "platform" as const, applied: true };
  const row: CallEventRow = { id: newId("cev"), ownerId, callId, ...facts, status, at: now, createdAt: now };
  await insertAll(em, "caller_call_events", [row]);
}

/** A carrier status update; `carrierCallId` applies when the id is not stored yet, null for a copy. */
export async function receiveCallReceipt(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  news: { sid: string; sequence: number | null; status: string; at: Date },
): Promise<string | null> {
  const [row] = await executeSql<{ id: string }>(
    em,
    `INSERT INTO caller_call_events
       (id, owner_id, call_id, carrier_call_id, sequence, status, source, applied, at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'carrier', false, $7, $8)
     ON CONFLICT (carrier_call_id, sequence) DO NOTHING RETURNING id`,
    [newId("cev"), call.ownerId, call.id, news.sid, news.sequence, news.status, news.at, ctx.clock.now()],
  );
  return row?.id ?? null;
}

export async function markApplied(em: EntityManager, eventId: string): Promise<void> {
  await executeSql(em, "UPDATE caller_call_events SET applied = true WHERE id = $1", [eventId]);
}

/** Emits an event with the call's current state, in the open transaction. */
export async function emitCallEvent(em: EntityManager, call: CallRow): Promise<void> {
  const type = `call.${call.status.replaceAll("-", "_")}`;
  const payload = { object: eventObjectOf(call), previous: null };
  await emitEvent(em, { type, objectId: call.id, appId: "ai-caller", ownerId: call.ownerId, payload });
}

/** A call as the API answers it: credits instead of hundredths, and all times in UTC. */
export function eventObjectOf(row: CallRow): Call {
  const call: Pick<Call, keyof Call> = presentCall(row);
  return {
    ...call,
    costCredits: toMajor(call.costCredits, 2),
    modelCredits: toMajor(call.modelCredits, 2),
    toolCredits: toMajor(call.toolCredits, 2),
    dueAt: inUtc(call.dueAt),
    queuedAt: inUtc(call.queuedAt),
    ringingAt: call.ringingAt && inUtc(call.ringingAt),
    answeredAt: call.answeredAt && inUtc(call.answeredAt),
    endedAt: call.endedAt && inUtc(call.endedAt),
    updatedAt: inUtc(call.updatedAt),
  };
}

function inUtc(moment: string): string {
  return new Date(moment).toISOString();
}
