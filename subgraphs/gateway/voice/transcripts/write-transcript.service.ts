import type { EntityManager } from "@mikro-orm/postgresql";
import { findRows, insertAll, updateRow } from "../voice.rows.ts";
import type { CallRow, TranscriptRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { rulesOf } from "../contacts/calling-rules.service.ts";
import { redactText } from "./redact-text.ts";
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

/**
 * Fits the transcript of a call that has ended into its duration, and masks what the account's rules mask; from here on it is found
 * by its words.
 */
export async function closeTranscript(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<void> {
  const known = await transcriptOf(em, call.id);
  if (!known) return;
  const { redactKinds } = await rulesOf(em, call.ownerId);
  const timed = timeTurns(known.turns, (call.durationSec ?? 0) * 1_000);
  const names = namesOf(call);
  const turns = timed.map((turn) => ({ ...turn, text: redactText(turn.text, redactKinds, names) }));
  const isRedacted = redactKinds.length > 0;
  // The dialogue has the last text.
  if (isRedacted) await updateRow(em, "caller_calls", call.id, { dialogue: null });
  await updateRow(em, "caller_transcripts", call.id, {
    turns,
    words: turns.map(({ text }) => text).join("\n"),
    status: isRedacted ? "redacted" : "ready",
    updatedAt: ctx.clock.now().toISOString(),
  });
}

/** Names that a call is known to be about. */
export function namesOf({ variables }: Pick<CallRow, "variables">): string[] {
  return Object.entries(variables).flatMap(([variable, value]) => (/name$/i.test(variable) ? value : []));
}

export async function transcriptOf(em: EntityManager, callId: string): Promise<TranscriptRow | null> {
  return (await findRows(em, "caller_transcripts", "id = $1", [callId]))[0] ?? null;
}
