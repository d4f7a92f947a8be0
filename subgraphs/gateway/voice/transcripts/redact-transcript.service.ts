import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { isFinal } from "../calls/call-states.ts";
import { callOf } from "../calls/end-call.service.ts";
import { updateRow } from "../voice.rows.ts";
import type { VoiceContext } from "../voice.context.ts";
import { redactText } from "./redact-text.ts";
import type * as types from "./transcripts.types.ts";
import { namesOf, transcriptOf } from "./write-transcript.service.ts";

/**
 * Masks what was said of some kinds, for good: the words are overwritten, and the search no longer finds them. Throws
 * NOT_FOUND, also for a call without speech, and INVALID_STATE before the call has ended.
 */
export function redactTranscript(
  ctx: VoiceContext,
  input: types.RedactTranscriptInput,
): Promise<types.CallTranscript> {
  return exactlyOnce(ctx, { operation: "redactTranscript", input }, async (em) => {
    const call = await callOf(em, ctx, input.callId, true);
    const known = await transcriptOf(em, call.id);
    if (!known) throw notFound("transcript");
    if (!isFinal(call.status)) throw invalidState("call", call.status, ["completed", "failed", "canceled"]);
    const turns = known.turns.map((turn) => ({
      ...turn,
      text: redactText(turn.text, input.kinds, namesOf(call)),
    }));
    await updateRow(em, "caller_transcripts", call.id, {
      turns,
      words: turns.map(({ text }) => text).join("\n"),
      status: "redacted",
      updatedAt: ctx.clock.now().toISOString(),
    });
    // The dialogue has the last text, and the summary repeats what was said.
    await updateRow(em, "caller_calls", call.id, { dialogue: null, summary: null });
    return { callId: call.id, language: known.language, status: "redacted", turns, content: null };
  });
}
