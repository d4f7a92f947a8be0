import { z } from "zod";

/** Queue of runs of a sync. A sync waits in it once. */
export const syncQueue = {
  name: "sync-booking-calendar",
  schema: z.object({ syncId: z.string(), ownerId: z.string() }),
};
