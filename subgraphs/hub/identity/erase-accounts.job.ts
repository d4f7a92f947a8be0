import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { eraseDueAccounts } from "./account-deletion.service.ts";

/** Every hour: deleted accounts whose 30 days are over are erased. */
export const eraseAccountsJob = defineJob<z.ZodObject, JobContext>({
  name: "erase-accounts",
  schema: z.object({}),
  schedule: { cron: "11 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await eraseDueAccounts(context.contextIn("hub") as HubContext);
  },
});
