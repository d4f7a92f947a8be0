import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { dialCallJob } from "../calls/call-jobs.types.ts";
import { findOwn, findRows, updateRow } from "../voice.rows.ts";
import type { CallbackRow } from "../voice-tables.ts";
import { queueCall } from "../calls/queue-call.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";

/** Callbacks of all open accounts whose time has come, the longest waiting first. Those of others wait. */
export function findDueCallbacks(ctx: VoiceContext, limit = 200): Promise<CallbackRow[]> {
  const where = `status IN ('scheduled', 'due') AND at <= $1 AND ${ofOpenAccount()} ORDER BY at LIMIT $2`;
  return asSystem(ctx.em, (em) => findRows(em, "caller_callbacks", where, [ctx.clock.now(), limit]));
}

/**
 * Queues the call of a callback whose time has come. Outside of calling hours it waits for them; what else forbids the call
 * has it missed. Of several workers at once one makes it.
 */
export async function makeCallback(ctx: VoiceContext, callbackId: string): Promise<void> {
  try {
    await inTransaction(ctx, async (em) => {
      const row = await findOwn(em, "caller_callbacks", {
        ownerId: ownerOf(ctx),
        id: callbackId,
        lock: true,
      });
      const isWaiting = row?.status === "scheduled" || row?.status === "due";
      if (!row || !isWaiting || Date.parse(row.at) > ctx.clock.now().getTime()) return;
      const { phone: to, voiceAgentId, scriptId } = row;
      const lead = { voiceAgentId, scriptId };
      const call = await queueCall(em, ctx, { to, ...lead, dueAt: ctx.clock.now(), callbackId });
      const changes = { status: "calling" as const, callId: call.id, version: row.version + 1 };
      await updateRow(em, "caller_callbacks", row.id, changes);
      await enqueue(em, dialCallJob, { callId: call.id, ownerId: call.ownerId });
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await giveUp(ctx, callbackId, error);
  }
}

async function giveUp(ctx: VoiceContext, id: string, refusal: DomainError): Promise<void> {
  const { rule, nextAllowedAt } = (refusal.details ?? {}) as { rule?: string; nextAllowedAt?: Date | null };
  const updatedAt = ctx.clock.now().toISOString();
  await inTransaction(ctx, async (em) => {
    const row = await findOwn(em, "caller_callbacks", { ownerId: ownerOf(ctx), id, lock: true });
    if (row?.status !== "scheduled" && row?.status !== "due") return;
    const changes: Partial<CallbackRow> =
      rule === "calling_hours" && nextAllowedAt
        ? { status: "due", at: new Date(nextAllowedAt).toISOString(), moved: true }
        : { status: "missed", missedBecause: rule ?? refusal.code };
    await updateRow(em, "caller_callbacks", id, { ...changes, version: row.version + 1, updatedAt });
  });
}
