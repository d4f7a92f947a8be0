import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { InvoiceHistoryEntry } from "../invoice-history/invoice-history.types.ts";
import { Invoice } from "../invoices/invoice.types.ts";
import { requireReading } from "../require-reading.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceCreditPart, InvoicePaymentPart } from "./invoice-details.types.ts";

@Resolver(() => Invoice)
export class InvoiceDetailsResolver {
  @FieldResolver(() => [InvoicePaymentPart], {
    description: "Payments that count towards the invoice, the earliest first; at most 100.",
  })
  payments(@Ctx() ctx: InvoicingContext, @Root() invoice: Invoice): Promise<InvoicePaymentPart[]> {
    requireReading(ctx);
    return ctx.loaders.payments.load(invoice);
  }

  @FieldResolver(() => [InvoiceCreditPart], {
    description: "Credit notes that count towards the invoice, the earliest first; at most 100.",
  })
  credits(@Ctx() ctx: InvoicingContext, @Root() invoice: Invoice): Promise<InvoiceCreditPart[]> {
    requireReading(ctx);
    return ctx.loaders.credits.load(invoice);
  }

  @FieldResolver(() => [InvoiceHistoryEntry], {
    description: "Latest changes of the invoice, the newest first; at most 10.",
  })
  latestChanges(@Ctx() ctx: InvoicingContext, @Root() invoice: Invoice): Promise<InvoiceHistoryEntry[]> {
    requireReading(ctx);
    return ctx.loaders.latestChanges.load(invoice);
  }
}
