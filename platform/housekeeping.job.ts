import { z } from "zod";
import { purgeIdempotencyKeys } from "../src/db/idempotency.ts";
import { executeSql } from "../src/db/sql.ts";
import { purgeOutbox } from "../src/db/outbox.ts";
import { defineJob } from "../src/jobs/define-job.ts";
import type { JobContext } from "../src/jobs/job-context.ts";

const keepEventsMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Every night: forgets idempotency keys past their day, events published over 30 days ago, and audit rows whose time is
 * over: after 30 days in the subgraph, after 2 years (tax: 7) in the trail.
 */
export const housekeepingJob = defineJob<z.ZodObject, JobContext>({
  name: "housekeeping",
  schema: z.object({}),
  schedule: { cron: "17 3 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    for (const subgraph of ["hub", "property", "gateway"]) {
      const { em, clock } = context.contextIn(subgraph);
      await purgeIdempotencyKeys(em, clock.now());
      await purgeOutbox(em, new Date(clock.now().getTime() - keepEventsMs));
      await executeSql(em, "SELECT purge_audit_log()");
    }
    await executeSql(context.contextIn("hub").em, "SELECT purge_audit_trail()");
  },
});
