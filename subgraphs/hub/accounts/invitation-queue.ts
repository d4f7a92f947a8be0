import { z } from "zod";

/** The job that mails an invitation; `round` is that of the link in the mail. */
export const invitationQueue = {
  name: "send-account-invitation",
  schema: z.object({ invitationId: z.string(), round: z.number().int() }),
};
