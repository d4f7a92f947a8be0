import { z } from "zod";

/** The job that posts changed records of an app: those of a range of days, or those changed since a moment. */
export const postRecordsQueue = {
  name: "post-app-records",
  schema: z.object({
    ownerId: z.string(),
    appId: z.string(),
    changedSince: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
};
