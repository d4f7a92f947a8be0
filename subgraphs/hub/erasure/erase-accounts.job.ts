import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { eraseDueAccounts } from "./erase-accounts.service.ts";

/** Every hour: deleted accounts whose 30 days are over are erased, in each subgraph with its own role. */
export const eraseAccountsJob = defineJob<z.ZodObject, JobContext>({
  name: "erase-accounts",
  schema: z.object({}),
  expireInSeconds: 3_600,
  schedule: { cron: "11 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const sources = context.ownData.map((data) => ({ data, ctx: context.contextIn(data.schema) }));
    await eraseDueAccounts(context.contextIn("hub") as HubContext, sources);
  },
});
