import { z } from "zod";

/** Queue of reads of calendars at their URLs. A subscription waits in it once. */
export const subscriptionQueue = {
  name: "read-calendar-subscription",
  schema: z.object({ subscriptionId: z.string(), ownerId: z.string() }),
};
