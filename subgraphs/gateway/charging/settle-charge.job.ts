import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { systemClock } from "../../../src/time/clock.ts";
import type { RequestContext } from "../../../src/context.ts";
import { DomainError } from "../../../src/errors.ts";
import { defineJob } from "../../../src/jobs/define-job.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import { ownerOf, type GatewayContext } from "../base/gateway.context.ts";

const payload = z.object({
  holdId: z.string(),
  ownerId: z.string(),
  /** Default: the whole hold. */
  amountHundredths: z.number().int().positive().optional(),
});

/** Delay of the job: normally the request itself captures right after its commit. */
const graceMs = 30_000;

/** Captures the credit hold of a committed operation. Idempotent. */
export const settleChargeJob = defineJob<typeof payload, JobContext>({
  name: "settle-charge",
  schema: payload,
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 300 },
  concurrency: 2,
  handler: async ({ holdId, ownerId, amountHundredths }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as GatewayContext;
    try {
      await ctx.ports.credits.capture(ctx, holdId, amountHundredths);
    } catch (error) {
      const isFinal = error instanceof DomainError && (error.status === 404 || error.status === 409);
      if (!isFinal) throw error;
      run.log.error(
        { err: error, holdId, ownerId },
        "An operation stays uncharged: its credit hold no longer exists",
      );
    }
  },
});

/** Enqueues the capture of a credit hold, or part of it, in the open transaction. */
export async function settleLater(
  em: EntityManager,
  ctx: RequestContext,
  holdId: string,
  amountHundredths?: number,
): Promise<void> {
  await enqueue(
    em,
    settleChargeJob,
    { holdId, ownerId: ownerOf(ctx), ...(amountHundredths === undefined ? {} : { amountHundredths }) },
    // System time, because the queue ignores the test clock of a request.
    { singletonKey: holdId, startAfter: new Date(systemClock.now().getTime() + graceMs) },
  );
}
