import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { invitationQueue } from "./invitation-queue.ts";
import { sendInvitation } from "./send-invitation.service.ts";

/** Mails one invitation. */
export const sendInvitationJob = defineJob<typeof invitationQueue.schema, JobContext>({
  ...invitationQueue,
  handler: async ({ invitationId, round }, { context }) => {
    await sendInvitation(context.contextIn("hub") as HubContext, invitationId, round);
  },
});
