import { z } from "zod";
import { asSystem } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { BookingContext } from "../booking.context.ts";
import { findDueSubscriptions, refreshSubscription } from "./refresh-subscription.service.ts";

const payload = z.object({ subscriptionId: z.string(), ownerId: z.string() });

/** Reads one calendar at its URL. A subscription waits in the queue once. */
export const readCalendarSubscriptionJob = defineJob<typeof payload, JobContext>({
  name: "read-calendar-subscription",
  schema: payload,
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
    const ctx = context.contextIn("gateway") as BookingContext;
    const due = await findDueSubscriptions(ctx);
    if (due.length === 0) return;
    await asSystem(ctx.em, async (em) => {
      for (const { id: subscriptionId, ownerId } of due) {
        const options = { singletonKey: subscriptionId };
        await enqueue(em, readCalendarSubscriptionJob, { subscriptionId, ownerId }, options);
      }
    });
  },
});
