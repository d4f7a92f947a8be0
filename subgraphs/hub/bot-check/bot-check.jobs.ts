import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeBotTokens } from "./bot-check.service.ts";

/** Every ten minutes: deletes used tokens that have expired. */
export const purgeBotTokensJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-bot-tokens",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await purgeBotTokens(context.contextIn("hub") as HubContext);
  },
});
