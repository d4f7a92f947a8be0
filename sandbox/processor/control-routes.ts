import { z } from "zod";
import type { ProcessorRoutes } from "./processor-context.ts";
import { replyFaultsSchema } from "./reply-faults.ts";
import { releaseSchema, webhookFaultsSchema } from "./events/webhook-faults.ts";

const nothing = z.strictObject({});

const advanceSchema = z.union([
  z.strictObject({
    seconds: z
      .int()
      .min(1)
      .max(10 * 366 * 86_400),
  }),
  z.strictObject({ to: z.iso.datetime() }),
]);

/**
 * The stand-in's controls. All are POST with JSON:
 *
 * /clock/advance      {seconds} or {to}: executes everything that becomes due before it responds
 * /webhooks/faults    {hold, copies, delayMs, drop, types, times}; {} ends them
 * /webhooks/release   {order: "emitted"|"reversed", ids, copies}: sends held events
 * /webhooks/retry     retries undelivered events now
 * /webhooks/deliver   {eventId}: sends an event again
 * /webhooks/settled   responds after every queued attempt
 * /webhooks/status    held and undelivered events, and the attempts
 * /replies/faults     {lose, delayMs, method, path, times}: executes the request, but delays or drops the response
 */
export const controlRoutes: ProcessorRoutes = (scope, { clock, delivery, replyFaults, state }) => {
  scope.control("/clock/advance", advanceSchema, async (asked) => {
    const seconds =
      "seconds" in asked
        ? asked.seconds
        : Math.max(0, (new Date(asked.to).getTime() - clock.now().getTime()) / 1000);
    await clock.advanceBy(seconds);
    return { now: clock.now().toISOString() };
  });
  scope.control("/webhooks/faults", webhookFaultsSchema, (faults) => {
    if (Object.keys(faults).length === 0) delivery.faults.clear();
    else delivery.faults.set(faults);
    return { faults };
  });
  scope.control("/webhooks/release", releaseSchema, (release) => ({ sent: delivery.release(release) }));
  scope.control("/webhooks/retry", nothing, () => ({ sent: delivery.retryNow() }));
  scope.control("/webhooks/deliver", z.strictObject({ eventId: z.string() }), ({ eventId }) => {
    delivery.redeliver(state.withinOwnerOf(eventId, () => state.require("event", eventId)));
    return { sent: 1 };
  });
  scope.control("/webhooks/settled", nothing, async () => {
    await delivery.settled();
    return { undelivered: delivery.describe().undelivered };
  });
  scope.control("/webhooks/status", nothing, () => delivery.describe());
  scope.control("/replies/faults", replyFaultsSchema.partial(), (faults) => {
    if (Object.keys(faults).length === 0) replyFaults.clear();
    else replyFaults.set(replyFaultsSchema.parse(faults));
    return { faults };
  });
};
