import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { routesOf } from "../inbound/routes.service.ts";
import { voiceAgentOf } from "../scripts/voice-agents.service.ts";
import { findOwn, updateRow } from "../voice.rows.ts";
import type { NumberRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { openStatuses } from "./call-states.ts";
import { presentNumber } from "./numbers.service.ts";
import type * as types from "./numbers.types.ts";

/** Changes a number for calls to come. Throws NOT_FOUND, also for the voice agent, and INVALID_STATE for a released one. */
export function updateNumber(
  ctx: VoiceContext,
  input: types.UpdatePhoneNumberInput,
): Promise<types.CallerNumber> {
  return exactlyOnce(ctx, { operation: "updatePhoneNumber", input }, async (em) => {
    const before = await lockNumberRow(em, ctx, input.numberId);
    if (before.status === "released") throw invalidState("number", before.status, ["pending", "active"]);
    if (input.voiceAgentId) {
      const { status } = await voiceAgentOf(em, ctx, input.voiceAgentId);
      if (status !== "active") throw invalidState("voice agent", status, ["active"]);
    }
    const changes = {
      label: input.label === undefined ? before.label : input.label,
      voiceAgentId: input.voiceAgentId === undefined ? before.voiceAgentId : input.voiceAgentId,
      callerName: input.callerName === undefined ? before.callerName : input.callerName,
      version: before.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "caller_numbers", before.id, changes);
    const routes = await routesOf(em, [before.id]);
    return presentNumber({ ...before, ...changes }, routes.get(before.id));
  });
}

/**
 * Gives a number back to the carrier. Idempotent. Throws NOT_FOUND, INVALID_STATE while it is being registered, BUSINESS_RULE
 * number_in_use while a started campaign or an open call uses it, and UPSTREAM_FAILED; repeating the request resumes it.
 */
export function releaseNumber(
  ctx: VoiceContext,
  input: types.PhoneNumberIdInput,
): Promise<types.ReleasedNumber> {
  return onceOutside(
    ctx,
    { operation: "releasePhoneNumber", input },
    {
      record: async (em) => {
        const row = await lockNumberRow(em, ctx, input.numberId);
        if (row.status === "pending") throw invalidState("number", row.status, ["active"]);
        if (row.status === "active") await requireUnused(em, row);
        return { id: row.id, carrierSid: row.status === "active" ? row.carrierSid : null };
      },
      act: async ({ carrierSid }) => {
        if (carrierSid !== null) await ctx.ports.voice.carrier.releaseNumber(carrierSid);
        return null;
      },
      settle: async (em, { id }) => {
        const row = await lockNumberRow(em, ctx, id);
        if (row.status !== "released") {
          const updatedAt = ctx.clock.now().toISOString();
          const changes = { status: "released" as const, version: row.version + 1, updatedAt };
          await updateRow(em, "caller_numbers", id, changes);
          await executeSql(em, "DELETE FROM caller_routes WHERE number_id = $1", [id]);
        }
        return { id, released: true };
      },
    },
  );
}

async function lockNumberRow(em: EntityManager, ctx: VoiceContext, id: string): Promise<NumberRow> {
  const row = await findOwn(em, "caller_numbers", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("number");
  return row;
}

async function requireUnused(em: EntityManager, { id, ownerId, e164 }: NumberRow): Promise<void> {
  const [use] = await executeSql<{ campaignId: string | null; callId: string | null }>(
    em,
    `(SELECT id AS "campaignId", NULL AS "callId" FROM caller_campaigns
       WHERE owner_id = $1 AND $2 = ANY (from_number_ids) AND status IN ('scheduled', 'running') LIMIT 1)
     UNION ALL
     (SELECT NULL, id FROM caller_calls 
       WHERE owner_id = $1 AND (from_number = $3 OR to_number = $3) AND status = ANY ($4) LIMIT 1)`,
    [ownerId, id, e164, openStatuses],
  );
  if (use)
    throw businessRule("number_in_use", "A campaign or call uses this number. Wait until it ends.", {
      ...use,
    });
}
