import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { BookingContext } from "../booking.context.ts";
import { subscriptionQueue } from "./calendar-subscription.queue.ts";
import { enqueueDueSubscriptions, refreshSubscription } from "./refresh-subscription.service.ts";

/** Reads one calendar at its URL. */
export const readCalendarSubscriptionJob = defineJob<typeof subscriptionQueue.schema, JobContext>({
  ...subscriptionQueue,
  concurrency: 4,
  handler: async ({ subscriptionId, ownerId }, { context }) => {
    await refreshSubscription(context.contextIn("gateway", ownerId) as BookingContext, subscriptionId);
  },
});

/** Every minute: enqueues the subscriptions whose time has come. */
export const readDueSubscriptionsJob = defineJob<z.ZodObject, JobContext>({
  name: "read-due-calendar-subscriptions",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await enqueueDueSubscriptions(context.contextIn("gateway") as BookingContext);
  },
});
