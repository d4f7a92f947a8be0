import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { eventObjectOf } from "../calls/call-events.service.ts";
import { deleteRecordingJob, fetchRecordingJob } from "../calls/call-jobs.types.ts";
import { isFinal } from "../calls/call-states.ts";
import type { CallArgs, CallIdInput } from "../calls/calls.types.ts";
import { callOf } from "../calls/end-call.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow, StoredRecording } from "../voice-tables.ts";
import type { CallRecording, DeletedRecording } from "./recordings.types.ts";

const recordingType = "audio/mpeg";

/** Notes in the open transaction that a call is recorded from now on. */
export async function beginRecording(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  consent: StoredRecording["consent"],
): Promise<void> {
  const recording: StoredRecording = {
    status: "recording",
    consent,
    consentedAt: ctx.clock.now().toISOString(),
    carrierSid: null,
    fileId: null,
    durationSec: null,
    size: null,
  };
  await updateRow(em, "caller_calls", call.id, { recording });
}

/** The carrier's report of a recording, in the transaction that has locked the call. Again, nothing happens. */
export async function receiveRecording(
  em: EntityManager,
  call: CallRow,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { RecordingSid: sid = "", RecordingStatus: status = "", RecordingDuration: duration = "" } = params;
  const { recording } = call;
  if (recording?.status !== "recording" || !/^RE[0-9a-f]{32}$/.test(sid)) return;
  if (status === "absent" || status === "failed") {
    await updateRow(em, "caller_calls", call.id, {
      recording: { ...recording, carrierSid: sid, status: "failed" },
    });
    return;
  }
  if (status !== "completed") return;
  const durationSec = /^\d{1,6}$/.test(duration) ? Number(duration) : null;
  const processing = { ...recording, carrierSid: sid, status: "processing" as const, durationSec };
  await updateRow(em, "caller_calls", call.id, { recording: processing });
  await enqueue(em, fetchRecordingJob, { callId: call.id, ownerId: call.ownerId });
}

/** Takes the audio of a call from the carrier into the file storage. For the job, which retries. */
export async function fetchRecording(ctx: VoiceContext, callId: string): Promise<void> {
  const { recording } = await readCall(ctx, callId);
  if (recording?.status !== "processing" || recording.carrierSid === null) return;
  const bytes = await ctx.ports.voice.carrier.fetchRecording(recording.carrierSid);
  const file = { filename: `${callId}.mp3`, contentType: recordingType };
  const fileId = bytes === null ? null : await ctx.ports.recordingFiles.keep(ctx, { ...file, bytes });
  const isKept = await inTransaction(ctx, async (em) => {
    const call = await callOf(em, ctx, callId, true);
    // Deleted meanwhile: nobody is to find the audio again.
    if (call.recording?.status !== "processing") return false;
    const status = fileId === null ? ("failed" as const) : ("ready" as const);
    const ready = { ...call.recording, status, fileId, size: bytes?.byteLength ?? null };
    const changes = { recording: ready, version: call.version + 1, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "caller_calls", callId, changes);
    if (fileId !== null) await emitReady(em, { ...call, ...changes });
    return true;
  });
  if (!isKept && fileId !== null) await ctx.ports.recordingFiles.remove(ctx, fileId);
}

async function emitReady(em: EntityManager, call: CallRow): Promise<void> {
  const payload = { object: eventObjectOf(call), previous: null };
  const about = { objectId: call.id, appId: "ai-caller", ownerId: call.ownerId, payload };
  await emitEvent(em, { type: "call.recording_ready", ...about });
}

/** The recording of a call with a link to it. Throws NOT_FOUND, also for a call that was not recorded. */
export async function readRecording(ctx: VoiceContext, { callId }: CallArgs): Promise<CallRecording> {
  const { recording } = await readCall(ctx, callId);
  if (!recording || recording.status === "deleted") throw notFound("recording");
  const { status, consent, consentedAt, durationSec, size, fileId } = recording;
  const link = fileId === null ? null : await ctx.ports.recordingFiles.link(ctx, fileId);
  const facts = { callId, status, consent, consentedAt, durationSec, size, contentType: recordingType };
  return { ...facts, url: link?.url ?? null, expiresAt: link?.expiresAt ?? null };
}

/**
 * Deletes the audio of a call, here and at the carrier. Idempotent. Throws NOT_FOUND, also for a call that was not recorded,
 * INVALID_STATE while it is being recorded, and UPSTREAM_FAILED; repeating the request resumes it.
 */
export function deleteRecording(ctx: VoiceContext, input: CallIdInput): Promise<DeletedRecording> {
  const { callId } = input;
  return onceOutside(
    ctx,
    { operation: "deleteRecording", input },
    {
      record: async (em) => {
        const call = await callOf(em, ctx, callId, true);
        const { recording } = call;
        if (!recording) throw notFound("recording");
        if (recording.status === "recording" && !isFinal(call.status))
          throw invalidState("call", call.status, ["completed", "failed", "canceled"]);
        return { carrierSid: recording.carrierSid, fileId: recording.fileId };
      },
      act: async (copies) => {
        await removeCopies(ctx, copies);
        return null;
      },
      settle: async (em) => {
        await markDeleted(em, ctx, callId);
        return { callId, deleted: true };
      },
    },
  );
}

/** Marks the recordings of calls as deleted in the open transaction; the audio goes after the commit. */
export async function eraseRecordings(em: EntityManager, calls: readonly CallRow[]): Promise<void> {
  for (const { id: callId, ownerId, recording } of calls) {
    if (!recording || recording.status === "deleted") continue;
    const { carrierSid, fileId } = recording;
    await updateRow(em, "caller_calls", callId, { recording: deletedOf(recording) });
    await enqueue(em, deleteRecordingJob, { ownerId, carrierSid, fileId });
  }
}

/** Removes the audio at the carrier and here. Again, nothing happens. */
export async function removeCopies(
  ctx: VoiceContext,
  { carrierSid, fileId }: Pick<StoredRecording, "carrierSid" | "fileId">,
): Promise<void> {
  if (carrierSid !== null) await ctx.ports.voice.carrier.deleteRecording(carrierSid);
  if (fileId !== null) await ctx.ports.recordingFiles.remove(ctx, fileId);
}

async function markDeleted(em: EntityManager, ctx: VoiceContext, callId: string): Promise<void> {
  const { recording, version } = await callOf(em, ctx, callId, true);
  if (!recording || recording.status === "deleted") return;
  const updatedAt = ctx.clock.now().toISOString();
  await updateRow(em, "caller_calls", callId, {
    recording: deletedOf(recording),
    version: version + 1,
    updatedAt,
  });
}

function deletedOf(recording: StoredRecording): StoredRecording {
  return { ...recording, status: "deleted", carrierSid: null, fileId: null, size: null };
}

function readCall(ctx: VoiceContext, callId: string): Promise<CallRow> {
  const { em, principal } = ctx;
  return inTransaction({ em, principal }, (own) => callOf(own, ctx, callId), { readOnly: true });
}
