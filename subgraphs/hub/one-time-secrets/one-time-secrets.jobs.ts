import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeOneTimeSecrets } from "./one-time-secrets.service.ts";

/** Every ten minutes: deletes secrets that nobody saw within their hour. */
export const purgeOneTimeSecretsJob = defineJob<z.ZodObject, JobContext>({
  name: "purge-one-time-secrets",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await purgeOneTimeSecrets(context.contextIn("hub") as HubContext);
  },
});
