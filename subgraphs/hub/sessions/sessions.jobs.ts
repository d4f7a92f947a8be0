import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeSessions } from "./session.rows.ts";

/** Every hour: deletes sessions that are over, and revocations that no valid token needs. */
export const purgeSessionsJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-sessions",
  schema: z.object({}),
  schedule: { cron: "41 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await purgeSessions(ctx.em, ctx.clock.now());
  },
});
