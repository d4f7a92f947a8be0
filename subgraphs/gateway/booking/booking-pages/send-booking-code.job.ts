import { randomInt } from "node:crypto";
import { z } from "zod";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findRows, updateRow } from "./booking-page.rows.ts";
import { codeMail, hashCode } from "./mail-code.ts";

const payload = z.object({ requestId: z.string(), ownerId: z.string() });

/**
 * Mails the code of a request. Each attempt has a new code, which is stored as a hash only: the latest mail has the one that works.
 * A request that has ended gets none.
 */
export const sendBookingCodeJob = defineJob<typeof payload, JobContext>({
  name: "send-booking-code",
  schema: payload,
  retry: { limit: 4, delaySeconds: 5, maxDelaySeconds: 60 },
  concurrency: 2,
  handler: async ({ requestId, ownerId }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as GatewayContext;
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const found = await inTransaction(ctx, async (em) => {
      const [request] = await findRows(em, "booking_page_requests", "id = $1 FOR UPDATE", [requestId]);
      if (!request || request.bookingId !== null) return null;
      const [page] = await findRows(em, "booking_pages", "id = $1", [request.pageId]);
      await updateRow(em, "booking_page_requests", requestId, { codeHash: hashCode(requestId, code) });
      return { email: request.email, page: page! };
    });
    if (!found) return;
    const messageId = `<${requestId}.${hashCode(requestId, code).slice(0, 16)}@hub-platform>`;
    await ctx.ports.mail.send({ messageId, to: found.email, ...codeMail(found.page, code) });
  },
});
