import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { FinanceContext } from "../finance.context.ts";
import { pruneHistory } from "./history.service.ts";

/** Every night: forgets changes that are too old to be undone. */
export const pruneHistoryJob = defineJob<z.ZodObject, JobContext>({
  name: "prune-finance-history",
  schema: z.object({}),
  schedule: { cron: "40 3 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await pruneHistory(context.contextIn("gateway") as FinanceContext);
  },
});
