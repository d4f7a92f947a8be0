import { z } from "zod";

/** What work on one call is sent as; who enqueues it need not know who does it. */
const schema = z.object({ callId: z.string(), ownerId: z.string() });

export const dialCallJob = { name: "dial-call", schema } as const;
export const settleCallJob = { name: "settle-call", schema } as const;
export const hangUpCallJob = { name: "hang-up-call", schema } as const;
export const advanceCampaignJob = {
  name: "advance-campaign",
  schema: z.object({ campaignId: z.string(), ownerId: z.string() }),
} as const;
/** A language model's reply that was used: its price is taken from the hold. */
export const settleReplyJob = {
  name: "settle-call-reply",
  schema: z.object({ ownerId: z.string(), holdId: z.string(), amountHundredths: z.number().int() }),
} as const;
/** The carrier is to send a number's calls to us. */
export const routeNumberJob = {
  name: "route-number",
  schema: z.object({ numberId: z.string(), ownerId: z.string() }),
} as const;
/** The person whom the callers of a queue wait for is to be rung. */
export const ringQueueJob = {
  name: "ring-call-queue",
  schema: z.object({ queue: z.string(), ownerId: z.string() }),
} as const;
/** The audio of a recorded call is to be taken from the carrier. */
export const fetchRecordingJob = { name: "fetch-call-recording", schema } as const;
/** The audio of an erased person is to be removed. */
export const deleteRecordingJob = {
  name: "delete-call-recording",
  schema: z.object({
    ownerId: z.string(),
    carrierSid: z.string().nullable(),
    fileId: z.string().nullable(),
  }),
} as const;
