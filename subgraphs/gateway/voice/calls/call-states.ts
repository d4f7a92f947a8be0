/** States of a call, spelled as carriers do. */
export const callStatuses = [
  "queued",
  "ringing",
  "in-progress",
  "forwarding",
  "completed",
  "busy",
  "no-answer",
  "failed",
  "canceled",
] as const;
export type CallStatus = (typeof callStatuses)[number];

export type AnsweredBy = "human" | "machine" | "fax" | "unknown";

export type EndedReason =
  | "customer_hung_up"
  | "agent_hung_up"
  | "script_finished"
  | "max_duration"
  | "silence_timeout"
  | "voicemail"
  | "transferred"
  | "carrier_error"
  | "insufficient_credits"
  | "canceled_by_user";

const ranks: Readonly<Record<CallStatus, number>> = {
  queued: 0,
  ringing: 1,
  "in-progress": 2,
  forwarding: 3,
  completed: 4,
  busy: 4,
  "no-answer": 4,
  failed: 4,
  canceled: 4,
};

const finalRank = 4;

/** True for a state that nothing follows. */
export function isFinal(status: CallStatus): boolean {
  return ranks[status] === finalRank;
}

/** States that something follows. */
export const openStatuses: readonly CallStatus[] = callStatuses.filter((status) => !isFinal(status));

/**
 * True when a carrier update advances a call. Updates arrive late, twice and in any order: one that ranks no higher
 * than the current state changes nothing, and a final state stays.
 */
export function movesOn(from: CallStatus, to: CallStatus): boolean {
  return ranks[to] > ranks[from];
}

const carrierWords: Readonly<Record<string, CallStatus>> = {
  initiated: "queued",
  answered: "in-progress",
};

/** A state in the carrier's words; null for one that says nothing. */
export function readCarrierStatus(word: string): CallStatus | null {
  const known = callStatuses.find((status) => status === word);
  return known ?? (Object.hasOwn(carrierWords, word) ? carrierWords[word]! : null);
}

/** Who answered, in the carrier's words. */
export function readAnsweredBy(word: string): AnsweredBy {
  if (word === "human" || word === "fax") return word;
  return word.startsWith("machine") ? "machine" : "unknown";
}
