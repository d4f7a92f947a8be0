import { z } from "zod";
import { defineJob, type AnyJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { purgeComments } from "./comments/comments.service.ts";
import { emptyBin, publishDuePosts } from "./posts/publish-posts.service.ts";

/** Every minute: publishes scheduled posts whose time has come. */
const publishPostsJob = defineJob<z.ZodObject, JobContext>({
  name: "publish-blog-posts",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    await publishDuePosts(context.contextIn("hub") as HubContext);
  },
});

/** Every night: deletes posts that have been in the bin for 30 days, and comments that were refused as long ago. */
const emptyBinJob = defineJob<z.ZodObject, JobContext>({
  name: "empty-blog-bin",
  schema: z.object({}),
  schedule: { cron: "23 3 * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("hub") as HubContext;
    await emptyBin(ctx);
    await purgeComments(ctx);
  },
});

export const blogJobs: readonly AnyJob<JobContext>[] = [publishPostsJob, emptyBinJob];
