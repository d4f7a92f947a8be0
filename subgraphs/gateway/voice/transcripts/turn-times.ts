/** One turn of a call. Times are milliseconds after the call was answered. */
export interface StoredTurn {
  index: number;
  speaker: "agent" | "callee" | "other";
  text: string;
  startMs: number;
  endMs: number;
  /** How sure the carrier is of the words, 0 to 1. */
  confidence: number;
  stepId: string | null;
}

export type SpokenTurn = Pick<StoredTurn, "speaker" | "text" | "confidence" | "stepId">;

/** A voice says about 150 words a minute, so about 15 characters a second. */
const msPerCharacter = 1_000 / 15;
const minTurnMs = 400;
const pauseMs = 300;

/**
 * Turns with their times in the call. The carrier does not report when words were spoken, so durations follow from the
 * texts at a voice's usual pace, scaled to the call's own duration where they exceed it. Starts never decrease, no turn
 * ends before it starts or after the call.
 */
export function timeTurns(turns: readonly SpokenTurn[], durationMs: number): StoredTurn[] {
  let at = 0;
  const placed = turns.map(({ speaker, text, confidence, stepId }, index): StoredTurn => {
    const startMs = at;
    const endMs = startMs + Math.max(minTurnMs, Math.round(text.length * msPerCharacter));
    at = endMs + pauseMs;
    return { index, speaker, text, startMs, endMs, confidence, stepId };
  });
  const lastMs = placed.at(-1)?.endMs ?? 0;
  if (lastMs <= durationMs) return placed;
  const fit = (ms: number) => Math.min(durationMs, Math.floor((ms * durationMs) / lastMs));
  return placed.map((turn) => ({ ...turn, startMs: fit(turn.startMs), endMs: fit(turn.endMs) }));
}
