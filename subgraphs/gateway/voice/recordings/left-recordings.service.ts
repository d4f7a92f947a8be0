import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { VoiceContext } from "../voice.context.ts";

const maxRecordings = 100;

/**
 * Deletes recordings at the carrier whose calls were deleted, as after the erasure of an account. Safe to run again: a recording
 * stays noted until the carrier has deleted it. Throws UPSTREAM_FAILED.
 */
export async function deleteLeftRecordings(ctx: VoiceContext, signal: AbortSignal): Promise<void> {
  const left = await asSystem(
    ctx.em,
    (em) =>
      executeSql<{ sid: string }>(
        em,
        "SELECT carrier_sid AS sid FROM caller_left_recordings ORDER BY created_at LIMIT $1",
        [maxRecordings],
      ),
    { readOnly: true },
  );
  for (const { sid } of left) {
    if (signal.aborted) return;
    await ctx.ports.voice.carrier.deleteRecording(sid);
    await asSystem(ctx.em, (em) =>
      executeSql(em, "DELETE FROM caller_left_recordings WHERE carrier_sid = $1", [sid]),
    );
  }
}
