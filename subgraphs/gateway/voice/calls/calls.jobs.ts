import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { advanceCampaign, findGoingCampaigns } from "../campaigns/advance-campaign.service.ts";
import { findDueCallbacks, makeCallback } from "../campaigns/make-callback.service.ts";
import { ringQueue } from "../inbound/queue.service.ts";
import { routeNumber } from "../inbound/routes.service.ts";
import { deleteLeftRecordings } from "../recordings/left-recordings.service.ts";
import { settleReply } from "../conversation/settle-reply.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import * as kinds from "./call-jobs.types.ts";
import { hangUp, settleCall } from "./end-call.service.ts";
import { dialCall, findDueCalls } from "./dial-call.service.ts";
import { checkLostCall, findLostCalls } from "./lost-calls.service.ts";

type CallPayload = typeof kinds.dialCallJob.schema;
const contextOf = (context: JobContext, ownerId?: string) =>
  context.contextIn("gateway", ownerId) as VoiceContext;

/** Has the carrier make one call. Should it fail, the loop below takes the call up. */
export const dialCallJob = defineJob<CallPayload, JobContext>({
  ...kinds.dialCallJob,
  concurrency: 4,
  handler: ({ callId, ownerId }, { context }) => dialCall(contextOf(context, ownerId), callId),
});

/** Settles the credits of a call that is over. */
export const settleCallJob = defineJob<CallPayload, JobContext>({
  ...kinds.settleCallJob,
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 300 },
  concurrency: 2,
  handler: ({ callId, ownerId }, { context }) => settleCall(contextOf(context, ownerId), callId),
});

/** Settles the credits of one reply of a language model. */
export const settleReplyJob = defineJob<typeof kinds.settleReplyJob.schema, JobContext>({
  ...kinds.settleReplyJob,
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 300 },
  concurrency: 2,
  handler: ({ ownerId, ...held }, { context }) => settleReply(contextOf(context, ownerId), held),
});

/** Has the carrier send the calls of a number to us. */
export const routeNumberJob = defineJob<typeof kinds.routeNumberJob.schema, JobContext>({
  ...kinds.routeNumberJob,
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 300 },
  handler: ({ ownerId, numberId }, { context }) => routeNumber(contextOf(context, ownerId), numberId),
});

/** Rings the person whom the callers of a queue wait for. */
export const ringQueueJob = defineJob<typeof kinds.ringQueueJob.schema, JobContext>({
  ...kinds.ringQueueJob,
  handler: (queue, { context }) => ringQueue(contextOf(context, queue.ownerId), queue),
});

/** Requests that the carrier end a call. */
export const hangUpCallJob = defineJob<CallPayload, JobContext>({
  ...kinds.hangUpCallJob,
  retry: { limit: 10, delaySeconds: 1, maxDelaySeconds: 30 },
  concurrency: 2,
  handler: ({ callId, ownerId }, { context }) => hangUp(contextOf(context, ownerId), callId),
});

/** Queues the next calls of a campaign. */
export const advanceCampaignJob = defineJob<typeof kinds.advanceCampaignJob.schema, JobContext>({
  ...kinds.advanceCampaignJob,
  handler: ({ campaignId, ownerId }, { context }) => advanceCampaign(contextOf(context, ownerId), campaignId),
});

/** Every minute: due calls and callbacks, campaigns, and calls without carrier updates. */
export const advanceCallsJob = defineJob<z.ZodObject, JobContext>({
  name: "advance-calls",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context, log, signal }) => {
    const all = contextOf(context);
    const each = async <Row extends { id: string; ownerId: string }>(
      rows: readonly Row[],
      work: (ctx: VoiceContext, row: Row) => Promise<unknown>,
    ) => {
      for (const row of rows) {
        if (signal.aborted) return;
        await work(contextOf(context, row.ownerId), row).catch((err: unknown) =>
          log.warn({ err, id: row.id }, "Call work failed and is retried in the next minute"),
        );
      }
    };
    await each(await findDueCallbacks(all), (ctx, { id }) => makeCallback(ctx, id));
    await each(await findGoingCampaigns(all), (ctx, { id }) => advanceCampaign(ctx, id));
    await each(await findDueCalls(all), (ctx, { id }) => dialCall(ctx, id));
    await each(await findLostCalls(all), checkLostCall);
    await deleteLeftRecordings(all, signal).catch((err: unknown) =>
      log.warn({ err }, "Recordings of erased calls are deleted at the carrier in the next minute"),
    );
  },
});
