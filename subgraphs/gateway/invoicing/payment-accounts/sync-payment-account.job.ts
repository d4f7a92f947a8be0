import { z } from "zod";
import { asSystem } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as rows from "../../base/payments/payment-account.rows.ts";

const payload = z.object({ processorAccountId: z.string() });

/** Reads the state of a connected account after an event about it. Idempotent: the processor's state counts, not the event. */
export const syncPaymentAccountJob = defineJob<typeof payload, JobContext>({
  name: "sync-payment-account",
  schema: payload,
  retry: { limit: 12, delaySeconds: 5, maxDelaySeconds: 3_600 },
  handler: ({ processorAccountId }, { context }) =>
    syncPaymentAccount(context.contextIn("gateway") as InvoicingContext, processorAccountId),
});

async function syncPaymentAccount(ctx: InvoicingContext, processorAccountId: string): Promise<void> {
  const row = await asSystem(ctx.em, (em) => rows.findByProcessorId(em, processorAccountId), {
    readOnly: true,
  });
  if (!row || row.disconnectedAt !== null) return;
  const readAt = ctx.clock.now();
  const state = await ctx.ports.processor.readAccount(processorAccountId);
  await asSystem(ctx.em, (em) => {
    const now = ctx.clock.now();
    // Without access nobody can pay any more.
    if (state === null) return rows.markDisconnected(em, row.id, now);
    return rows.keepState(em, row.id, { state, readAt, now });
  });
}
