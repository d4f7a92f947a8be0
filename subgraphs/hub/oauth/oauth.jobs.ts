import { z } from "zod";
import { defineJob, type AnyJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { renewDueTokens } from "./access-token.service.ts";
import { eraseConnections, purgeFlows, sweepEnded } from "./end-connection.service.ts";

/** Every second minute: renews tokens before they expire, and finishes interrupted revocations. */
const keepOauthConnectionsJob = defineJob<z.ZodObject, JobContext>({
  name: "keep-oauth-connections",
  schema: z.object({}),
  schedule: { cron: "*/2 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await sweepEnded(ctx);
    await renewDueTokens(ctx);
  },
});

/** Every night: deletes abandoned authorizations, and the data of erased accounts. */
const purgeOauthJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-oauth",
  schema: z.object({}),
  schedule: { cron: "41 2 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await purgeFlows(ctx);
    await eraseConnections(ctx);
  },
});

export const oauthJobs: readonly AnyJob<JobContext>[] = [keepOauthConnectionsJob, purgeOauthJob];
