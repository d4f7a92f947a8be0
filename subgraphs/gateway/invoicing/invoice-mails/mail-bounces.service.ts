import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { isBounceKnown } from "./bounced-mail.rows.ts";
import { failDelivery } from "./fail-delivery.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";

const bounce = z.object({ messageId: z.string(), reason: z.enum(["hard_bounce", "soft_bounce"]) });

/** A message about an invoice is named after it; the first one by the invoice's ID alone. */
const ofInvoice = /^<?((inv_[0-9a-z]{26})(?:\.mail_[0-9a-z]{26})?)@/;

/**
 * Notes messages that the mail server accepted and could not deliver in the history of their invoices. Idempotent: a message
 * bounces once, so events may come again. Bounces of other messages change nothing.
 */
export async function onMailBounces(
  ctx: InvoicingContext,
  events: readonly { type: string; payload: unknown }[],
): Promise<void> {
  for (const { type, payload } of events) {
    if (type !== "mail.bounced") continue;
    const { messageId, reason } = bounce.parse(payload);
    const [, mailId, invoiceId] = ofInvoice.exec(messageId) ?? [];
    if (mailId === undefined || invoiceId === undefined) continue;
    // A mail server reports on messages of all accounts.
    await asSystem(ctx.em, (em) => noteBounce(em, ctx, { invoiceId, mailId, reason }));
  }
}

async function noteBounce(
  em: EntityManager,
  ctx: InvoicingContext,
  { invoiceId, mailId, reason }: { invoiceId: string; mailId: string; reason: string },
): Promise<void> {
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const invoice = await em.findOne(InvoiceEntity, { id: invoiceId }, locked);
  if (!invoice) return;
  if (await isBounceKnown(em, invoiceId, mailId)) return;
  await failDelivery(em, invoice, { at: ctx.clock.now(), facts: { reason, mailId } });
}
