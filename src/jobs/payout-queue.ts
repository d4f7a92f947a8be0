import { z } from "zod";

/** Job of the gateway that follows payouts; the hub, which receives the bank provider's webhooks, enqueues it too. */
export const payoutQueue = { name: "move-payroll-money", schema: z.object({}) };
