import { z } from "zod";

const ofRequest = z.object({ requestId: z.string() });

/** The job that runs an approved request. */
export const runQueue = { name: "run-approved-request", schema: ofRequest };

/** The job that mails a request to those who can decide it. */
export const mailQueue = { name: "mail-approval-request", schema: ofRequest };

/** The job that mails the outcome of a request to its requester. */
export const outcomeQueue = { name: "mail-approval-outcome", schema: ofRequest };
