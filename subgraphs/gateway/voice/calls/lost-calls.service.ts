import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { VoiceContext } from "../voice.context.ts";
import { isFinal, readCarrierStatus } from "./call-states.ts";
import { applyReceipt, lockCall } from "./delivery-receipts.service.ts";
import { findRows, updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { tryAgain } from "./dial-call.service.ts";
import type { CarrierCallRecord } from "../voice-carrier.port.ts";

/** The carrier's clock may differ from ours. */
const clockSkewMs = 120_000;
const checkAgainMs = 60_000;

/** Calls of all accounts without a carrier update in time. */
export function findLostCalls(ctx: VoiceContext, limit = 100): Promise<CallRow[]> {
  const where = "check_at <= $1 ORDER BY check_at LIMIT $2";
  return asSystem(ctx.em, (em) => findRows(em, "caller_calls", where, [ctx.clock.now(), limit]));
}

/**
 * Asks the carrier for the status of a call: one that it has is adopted, one that it does not have is placed again.
 * Throws UPSTREAM_FAILED when it does not respond; the job retries.
 */
export async function checkLostCall(ctx: VoiceContext, lost: CallRow): Promise<void> {
  const since = new Date(Date.parse(lost.askedAt ?? lost.createdAt) - clockSkewMs);
  const records = await ctx.ports.voice.carrier.findCalls(lost.toNumber, since);
  await inTransaction(ctx, async (em) => {
    const call = await lockCall(em, lost.id);
    if (!call || isFinal(call.status) || call.checkAt !== lost.checkAt) return;
    const now = ctx.clock.now();
    const record = await findRecord(em, call, records);
    if (!record) {
      if (call.carrierCallId === null) return tryAgain(em, ctx, call);
      // The carrier had the call and no longer lists it: there will be no further updates.
      await applyReceipt(em, ctx, call, finalReceipt(call.carrierCallId, "failed", now));
      return;
    }
    const { sid, status, durationSeconds } = record;
    const after = await applyReceipt(em, ctx, call, {
      ...finalReceipt(sid, status, now),
      durationSec: durationSeconds,
    });
    const isOver = isFinal(readCarrierStatus(status) ?? "queued") || isFinal(after.status);
    if (!isOver)
      await updateRow(em, "caller_calls", call.id, {
        checkAt: new Date(now.getTime() + checkAgainMs).toISOString(),
      });
  });
}

const finalReceipt = (sid: string, status: string, at: Date) => ({
  sid,
  status,
  at,
  sequence: null,
  durationSec: null,
});

/** By its id where it is known, else the first that belongs to no other call. */
async function findRecord(
  em: EntityManager,
  { carrierCallId }: CallRow,
  records: readonly CarrierCallRecord[],
): Promise<CarrierCallRecord | null> {
  if (carrierCallId !== null) return records.find(({ sid }) => sid === carrierCallId) ?? null;
  // Seen by all: another account may have called the same number.
  const taken = await asSystem(em, (all) =>
    executeSql<{ sid: string }>(
      all,
      "SELECT carrier_call_id AS sid FROM caller_calls WHERE carrier_call_id = ANY ($1)",
      [records.map(({ sid }) => sid)],
    ),
  );
  const others = new Set(taken.map(({ sid }) => sid));
  return records.find(({ sid }) => !others.has(sid)) ?? null;
}
