import { z } from "zod";

/** Jobs that the services send; `banking.jobs.ts` runs them. */
export const syncQueue = { name: "sync-bank-connection", schema: z.object({ connectionId: z.string() }) };
export const removalQueue = { name: "remove-bank-item", schema: z.object({ removalId: z.string() }) };
export const webhookQueue = { name: "check-bank-webhook", schema: z.object({ webhookId: z.string() }) };
