import { z } from "zod";

const ofAccount = z.object({ accountId: z.string(), closedAt: z.string() });

/** The job that lets the subscriptions of a closed organization end with their periods. */
export const endSubscriptionsQueue = { name: "end-subscriptions-of-closed-account", schema: ofAccount };

/** The job that mails owners and administrators about a closure. */
export const mailClosureQueue = { name: "mail-account-closure", schema: ofAccount };
