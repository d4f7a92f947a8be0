import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import { z } from "zod";
import type { PropertyPorts } from "../property.context.ts";
import { probeSources } from "./probe-sources.ts";
import { requestSync, syncQueue } from "./request-sync.service.ts";
import { syncSource } from "./sync-source.service.ts";

const retries = 6;

/** Reads one source. What fails waits and is tried again, from the page that it came to. */
export const syncSourceJob = defineJob<typeof syncQueue.schema, JobContext>({
  ...syncQueue,
  singleton: "queued-or-running",
  concurrency: 2,
  expireInSeconds: 3_600,
  retry: { limit: retries, delaySeconds: 30, maxDelaySeconds: 600 },
  handler: async (payload, { context, signal, log, attempt }) => {
    const mayTryAgain = attempt <= retries;
    const outcome = await syncSource(context.contextIn("property"), { ...payload, signal, mayTryAgain });
    log.info({ ...payload, outcome }, "A data source was read");
  },
});

/** Every night: each source that is really outside is read, and on Sundays all of it. */
export const syncSourcesJob = defineJob<z.ZodObject, JobContext>({
  name: "sync-property-sources",
  schema: z.object({}),
  schedule: { cron: "20 4 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("property");
    const isSunday = ctx.clock.now().getUTCDay() === 0;
    for (const source of (ctx.ports as PropertyPorts).sources) {
      if (source.readPage === null || source.isSandbox) continue;
      await requestSync(ctx, ctx.em, source, isSunday ? "full" : "incremental");
    }
  },
});

/** Every minute: probes every source. */
export const probeSourcesJob = defineJob<z.ZodObject, JobContext>({
  name: "probe-property-sources",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  retry: { limit: 0, delaySeconds: 1 },
  expireInSeconds: 55,
  handler: (_payload, { context, signal }) => probeSources(context.contextIn("property"), { signal }),
});
