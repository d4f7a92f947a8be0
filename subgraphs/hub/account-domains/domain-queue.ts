import { z } from "zod";

/** The job that mails administrators that the verification of a domain has ended. */
export const endedQueue = {
  name: "mail-ended-domain",
  schema: z.object({ domainId: z.string(), endedAt: z.string() }),
};
