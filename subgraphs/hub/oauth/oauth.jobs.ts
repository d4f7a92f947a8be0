import { z } from "zod";
import { defineJob, type AnyJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { renewDueTokens } from "./access-token.service.ts";
import { eraseConnections, purgeFlows, sweepEnded } from "./end-connection.service.ts";

/** Every second minute: tokens are renewed before they end, and what was ended half way is ended. */
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

/** Every night: forgets authorizations that nobody came back from, and what belonged to accounts that are erased. */
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
