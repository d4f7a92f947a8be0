import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import * as kinds from "../calls/call-jobs.types.ts";
import type { VoiceContext } from "../voice.context.ts";
import { fetchRecording, removeCopies } from "./recordings.service.ts";
import { findRetention, sweepCalls } from "./retention.service.ts";

const contextOf = (context: JobContext, ownerId: string) =>
  context.contextIn("gateway", ownerId) as VoiceContext;
const retry = { limit: 20, delaySeconds: 5, maxDelaySeconds: 900 };

/** Takes the audio of a call from the carrier. */
export const fetchRecordingJob = defineJob<typeof kinds.fetchRecordingJob.schema, JobContext>({
  ...kinds.fetchRecordingJob,
  retry,
  handler: ({ callId, ownerId }, { context }) => fetchRecording(contextOf(context, ownerId), callId),
});

/** Removes the audio of a person who was erased. */
export const deleteRecordingJob = defineJob<typeof kinds.deleteRecordingJob.schema, JobContext>({
  ...kinds.deleteRecordingJob,
  retry,
  handler: ({ ownerId, ...copies }, { context }) => removeCopies(contextOf(context, ownerId), copies),
});

/** Every hour: deletes recordings and transcripts that their accounts no longer keep. */
export const sweepCallsJob = defineJob<z.ZodObject, JobContext>({
  name: "sweep-calls",
  schema: z.object({}),
  schedule: { cron: "25 * * * *", payload: {} },
  handler: async (_payload, { context, log, signal }) => {
    for (const kept of await findRetention(context.contextIn("gateway") as VoiceContext)) {
      if (signal.aborted) return;
      await sweepCalls(contextOf(context, kept.ownerId), kept).catch((err: unknown) =>
        log.warn({ err, ownerId: kept.ownerId }, "Calls were not swept and are again in the next hour"),
      );
    }
  },
});
