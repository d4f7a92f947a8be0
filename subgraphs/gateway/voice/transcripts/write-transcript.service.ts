import type { EntityManager } from "@mikro-orm/postgresql";
import { findRows, insertAll, updateRow } from "../voice.rows.ts";
import type { CallRow, TranscriptRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { timeTurns, type SpokenTurn } from "./turn-times.ts";

/** Adds turns to the transcript of a locked call, and creates it with the first of them. */
export async function addTurns(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  spoken: readonly SpokenTurn[],
): Promise<void> {
  const now = ctx.clock.now().toISOString();
  const known = await transcriptOf(em, call.id);
  const turns = timeTurns([...(known?.turns ?? []), ...spoken], Number.MAX_SAFE_INTEGER);
  if (known) return updateRow(em, "caller_transcripts", call.id, { turns, updatedAt: now });
  const row: TranscriptRow = {
    id: call.id,
    ownerId: call.ownerId,
    language: call.plan.language,
    status: "recording",
    turns,
    words: "",
    createdAt: now,
    updatedAt: now,
  };
  return insertAll(em, "caller_transcripts", [row]);
}

/** Fits the transcript of a call that has ended into its duration; from here on it is found by its words. */
export async function closeTranscript(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<void> {
  const known = await transcriptOf(em, call.id);
  if (!known) return;
  const turns = timeTurns(known.turns, (call.durationSec ?? 0) * 1_000);
  await updateRow(em, "caller_transcripts", call.id, {
    turns,
    words: turns.map(({ text }) => text).join("\n"),
    status: "ready",
    updatedAt: ctx.clock.now().toISOString(),
  });
}

export async function transcriptOf(em: EntityManager, callId: string): Promise<TranscriptRow | null> {
  return (await findRows(em, "caller_transcripts", "id = $1", [callId]))[0] ?? null;
}
