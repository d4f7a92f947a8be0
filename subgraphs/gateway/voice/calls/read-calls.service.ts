import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { openStatuses } from "./call-states.ts";
import { findRows, pageRows } from "../voice.rows.ts";
import type { CallEventList } from "./call-events.types.ts";
import type * as types from "./calls.types.ts";
import { callOf } from "./end-call.service.ts";
import { presentCall } from "./present-call.ts";

const maxActive = 200;

/** One of the account's calls. Throws NOT_FOUND. */
export function readCall(ctx: VoiceContext, callId: string): Promise<types.Call> {
  const read = async (em: EntityManager) => presentCall(await callOf(em, ctx, callId));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's calls, newest first. */
export function listCalls(ctx: VoiceContext, args: types.CallsArgs): Promise<types.CallPage> {
  const { status, direction, from, to, campaignId, contactId, outcome, limit, after } = args;
  const values = [status, direction, from, to, campaignId, contactId, outcome].map((value) => value ?? null);
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "caller_calls", {
      where: `($2::text[] IS NULL OR status = ANY ($2)) AND ($3::text IS NULL OR direction = $3)
        AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::timestamptz IS NULL OR created_at < $5)
        AND ($6::text IS NULL OR campaign_id = $6) AND ($7::text IS NULL OR contact_id = $7)
        AND ($8::text IS NULL OR outcome = $8)`,
      values,
      list: ["calls", ...values],
      limit,
      after,
    });
    return { calls: rows.map(presentCall), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's calls that are not over, newest first. */
export function listActiveCalls(ctx: VoiceContext): Promise<types.ActiveCalls> {
  const where = `owner_id = $1 AND status = ANY ($2) AND asked_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ${maxActive}`;
  const read = async (em: EntityManager) => {
    const rows = await findRows(em, "caller_calls", where, [ownerOf(ctx), openStatuses]);
    return { calls: rows.map(presentCall) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Every change of a call's state, oldest first, including late updates. Throws NOT_FOUND. */
export function listCallEvents(ctx: VoiceContext, callId: string): Promise<CallEventList> {
  const read = async (em: EntityManager) => {
    const { id } = await callOf(em, ctx, callId);
    const where = "call_id = $1 ORDER BY created_at, id LIMIT 500";
    const rows = await findRows(em, "caller_call_events", where, [id]);
    const events = rows.map(({ id: eventId, status, source, sequence, applied, at, createdAt }) => ({
      id: eventId,
      status,
      source,
      sequence,
      applied,
      at,
      receivedAt: createdAt,
    }));
    return { events };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
