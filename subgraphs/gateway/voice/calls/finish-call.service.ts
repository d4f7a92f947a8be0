import type { EntityManager } from "@mikro-orm/postgresql";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { afterCall } from "../campaigns/after-call.service.ts";
import { closeTranscript } from "../transcripts/write-transcript.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { costOf } from "./call-credits.service.ts";
import { emitCallEvent } from "./call-events.service.ts";
import { settleCallJob } from "./call-jobs.types.ts";
import type { CallStatus, EndedReason } from "./call-states.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";

export interface CallEnd {
  status: CallStatus;
  at: Date;
  /** Seconds from the answer, as the carrier counts them. */
  durationSec?: number | null;
  endedReason?: EndedReason;
  outcome?: string;
}

/**
 * Ends a locked call in the open transaction: cost, transcript, and waiting callbacks or campaigns. The credits are
 * settled after the commit.
 */
export async function finishCall(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  end: CallEnd,
): Promise<CallRow> {
  const isAnswered = end.status === "completed";
  const durationSec = isAnswered ? (end.durationSec ?? secondsSince(call.answeredAt, end.at)) : 0;
  const changes: Partial<CallRow> = {
    status: end.status,
    endedAt: end.at.toISOString(),
    durationSec,
    endedReason: end.endedReason ?? reasonOf(call, end.status, durationSec),
    outcome: end.outcome ?? outcomeOf(call, end.status),
    goalReached: call.dialogue?.goalReached ?? false,
    costHundredths: isAnswered ? costOf(call, durationSec) : 0,
    checkAt: null,
    version: call.version + 1,
    updatedAt: ctx.clock.now().toISOString(),
  };
  await updateRow(em, "caller_calls", call.id, changes);
  const ended = { ...call, ...changes };
  await closeTranscript(em, ctx, ended);
  await emitCallEvent(em, ended);
  await afterCall(em, ctx, ended);
  if (ended.holdId !== null) await enqueue(em, settleCallJob, { callId: call.id, ownerId: call.ownerId });
  return ended;
}

function secondsSince(answeredAt: string | null, at: Date): number {
  return answeredAt === null ? 0 : Math.max(0, Math.round((at.getTime() - Date.parse(answeredAt)) / 1_000));
}

function reasonOf(call: CallRow, status: CallStatus, durationSec: number): EndedReason | null {
  if (status === "failed") return "carrier_error";
  if (status === "canceled") return "canceled_by_user";
  if (status !== "completed") return null;
  if (call.answeredBy === "machine") return "voicemail";
  if (call.dialogue?.ended) return call.dialogue.ended;
  if (call.endAskedAt !== null) return "canceled_by_user";
  return durationSec >= call.maxDurationSec ? "max_duration" : "customer_hung_up";
}

function outcomeOf({ dialogue, answeredBy }: CallRow, status: CallStatus): string {
  if (status !== "completed") return status.replaceAll("-", "_");
  if (answeredBy === "machine") return "voicemail";
  if (answeredBy === "fax") return "fax";
  if (dialogue?.outcome && dialogue.outcome !== "finished") return dialogue.outcome;
  if (dialogue?.goalReached) return "goal_reached";
  return dialogue?.outcome ?? "hung_up";
}
