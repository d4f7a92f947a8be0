import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { retryDueEvents } from "./retry-events.service.ts";

/** Every minute: runs the processor's events that failed, that waited, or whose receiver died. */
export const retryProcessorEventsJob = defineJob<z.ZodObject, JobContext>({
  name: "retry-processor-events",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context, signal }) => {
    await retryDueEvents(context.contextIn("hub") as HubContext, { signal });
  },
});
