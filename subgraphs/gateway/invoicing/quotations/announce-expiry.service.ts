import { LockMode } from "@mikro-orm/core";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { presentExternalQuotation } from "./present-quotation.ts";
import { emitQuotationEvent } from "./quotation-events.service.ts";
import { QuotationEntity } from "./quotation.entity.ts";

/** Emits an event for each newly expired quotation of all accounts, once per last day. Returns their number. */
export async function announceExpiredQuotations(ctx: InvoicingContext, batchSize = 200): Promise<number> {
  const now = ctx.clock.now();
  return asSystem(ctx.em, async (em) => {
    const due = { status: "sent", expiresAt: { $lte: now }, expiryToldAt: null } as const;
    const quotations = await em.find(QuotationEntity, due, {
      orderBy: { expiresAt: "asc" },
      limit: batchSize,
      lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
    });
    for (const quotation of quotations) {
      quotation.expiryToldAt = now;
      const object = presentExternalQuotation(quotation, now);
      await emitQuotationEvent(em, "expired", quotation, { object, previous: { status: "sent" } });
    }
    return quotations.length;
  });
}
