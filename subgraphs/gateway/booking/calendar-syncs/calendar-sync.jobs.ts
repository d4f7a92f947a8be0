import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { BookingContext } from "../booking.context.ts";
import { syncQueue } from "./calendar-sync.queue.ts";
import { enqueueDueSyncs, runSync } from "./run-sync.service.ts";

/** Runs a sync at once. While another run has it, the job is tried again: that run may have read before the change. */
export const syncCalendarJob = defineJob<typeof syncQueue.schema, JobContext>({
  ...syncQueue,
  concurrency: 4,
  retry: { limit: 8, delaySeconds: 2, maxDelaySeconds: 60 },
  handler: async ({ syncId, ownerId }, { context, signal }) => {
    const run = await runSync(context.contextIn("gateway", ownerId) as BookingContext, syncId, signal);
    if (run === "busy") throw new Error("Another run has this sync.");
  },
});

/** Every minute: runs the syncs whose time has come, and those with bookings that are not in their calendar yet. */
export const syncDueCalendarsJob = defineJob<z.ZodObject, JobContext>({
  name: "sync-due-booking-calendars",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await enqueueDueSyncs(context.contextIn("gateway") as BookingContext);
  },
});
