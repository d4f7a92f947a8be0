import { fixedClock } from "../../src/time/clock.ts";
import { asSystem, inTransaction } from "../../src/db/transaction.ts";
import type { RequestContext } from "../../src/context.ts";
import { applyReply } from "./hvut/filings/submit-filing.service.ts";
import type { HvutContext } from "./hvut/hvut.context.ts";
import { InvoiceEntity } from "./invoicing/invoices/invoice.entity.ts";
import { createInvoice } from "./invoicing/invoices/invoicing.service.ts";
import type { InvoicingContext } from "./invoicing/invoicing.context.ts";

const clients = ["ana@client.example", "ben@client.example", "cleo@client.example"];
const owners = ["demo-pia", "demo-eve"];

/** Far enough back to leave this month's allowance of a free tier whole. */
const seededBeforeMs = 32 * 24 * 60 * 60 * 1000;

/**
 * Seeds a few invoices of a month ago for two of the demo identities. Run again, it changes nothing. Nothing is mailed
 * or charged.
 */
export async function seedGatewayDemo(contextFor: (ownerId: string) => RequestContext): Promise<void> {
  for (const ownerId of owners) {
    const today = contextFor(ownerId) as InvoicingContext;
    const ctx = { ...today, clock: fixedClock(new Date(today.clock.now().getTime() - seededBeforeMs)) };
    const isSeeded = await asSystem(ctx.em, (em) => em.count(InvoiceEntity, { ownerId }));
    if (isSeeded > 0) continue;
    for (const [index, client] of clients.entries()) {
      const items = [
        { description: "Consulting", quantity: 4 + index, unitPrice: 120 },
        { description: "Travel", amount: 80.5 },
      ];
      await createInvoice(ctx, { client, items, taxRate: 13, sendEmail: false });
    }
  }
}

/**
 * Answers returns as the e-file service would, which decides on its own later. Idempotent. Throws when a return is not
 * there.
 */
export async function decideDemoReturns(
  ctx: RequestContext,
  decisions: readonly { filingId: string; status: "accepted" | "rejected" }[],
): Promise<void> {
  const { em, principal, clock } = ctx;
  const own = ctx as HvutContext;
  for (const { filingId, status } of decisions) {
    const said = {
      submissionId: `sub_${filingId}`,
      status,
      decidedAt: clock.now().toISOString(),
      errors:
        status === "accepted"
          ? []
          : [{ code: "F2290-004-01", message: "The name and the EIN do not match." }],
    };
    await inTransaction({ em, principal }, (open) =>
      applyReply(open, own, { filingId, reference: `${filingId}.1`, said }),
    );
  }
}
