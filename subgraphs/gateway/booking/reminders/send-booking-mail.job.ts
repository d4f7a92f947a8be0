import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { BookingContext } from "../booking.context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findDueNotifications, sendNotification } from "./send-notification.service.ts";

const payload = z.object({ notificationId: z.string(), ownerId: z.string() });

/** Sends one message immediately. If that fails, the loop below retries it. */
export const sendBookingMailJob = defineJob<typeof payload, JobContext>({
  name: "send-booking-mail",
  schema: payload,
  concurrency: 2,
  handler: ({ notificationId, ownerId }, { context }) =>
    sendNotification(context.contextIn("gateway", ownerId) as BookingContext, notificationId),
});

/** Every minute: sends due confirmations, change notices and reminders. One that fails does not affect the others. */
export const sendDueBookingMailJob = defineJob<z.ZodObject, JobContext>({
  name: "send-due-booking-mail",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context, log, signal }) => {
    for (const { id, ownerId } of await findDueNotifications(
      context.contextIn("gateway") as GatewayContext,
    )) {
      if (signal.aborted) return;
      await sendNotification(context.contextIn("gateway", ownerId) as BookingContext, id).catch(
        (err: unknown) => log.error({ err, notificationId: id }, "A message about a booking was not sent"),
      );
    }
  },
});
