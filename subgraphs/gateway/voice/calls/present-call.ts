import type { CallRow } from "../voice-tables.ts";
import type { Call } from "./calls.types.ts";

/** The middle of the values; null without any. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** A stored call as the graph shows it. */
export function presentCall(row: CallRow): Call {
  return {
    callId: row.id,
    direction: row.direction,
    to: row.toNumber,
    from: row.fromNumber,
    status: row.status,
    contactId: row.contactId,
    campaignId: row.campaignId,
    callbackId: row.callbackId,
    voiceAgentId: row.voiceAgentId,
    scriptId: row.scriptId,
    scriptVersion: row.scriptVersion,
    dueAt: row.dueAt,
    queuedAt: row.createdAt,
    ringingAt: row.ringingAt,
    answeredAt: row.answeredAt,
    endedAt: row.endedAt,
    durationSec: row.durationSec,
    endedReason: row.endedReason,
    outcome: row.outcome,
    goalReached: row.goalReached,
    answeredBy: row.answeredBy,
    attempt: row.attempt,
    maxDurationSec: row.maxDurationSec,
    costCredits: row.costHundredths,
    disposition: row.disposition,
    dispositionNote: row.dispositionNote,
    notes: row.notes,
    retryOf: row.retryOf,
    ledBy: row.ledBy,
    fallbackReason: row.fallbackReason,
    model: row.model,
    modelReplies: row.modelReplies,
    modelCredits: row.modelHundredths,
    toolCredits: row.toolHundredths,
    responseMs: medianOf(row.responseMs),
    summary: row.summary && { callId: row.id, ...row.summary },
    version: row.version,
    updatedAt: row.updatedAt,
  };
}
