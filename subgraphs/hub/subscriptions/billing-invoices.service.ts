import { mayUseApp } from "../../../src/access/principal.ts";
import { currencyDecimals } from "../../../src/currency.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { DomainError } from "../../../src/errors.ts";
import { toMajor } from "../../../src/money.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { customerOf } from "../processor/customers.service.ts";
import type { ProcessorInvoice } from "../processor/processor.port.ts";
import { applySnapshot } from "./apply-snapshot.service.ts";
import type { BillingInvoicePage, InvoiceRetry } from "./billing.types.ts";
import { readSnapshot } from "./read-snapshot.service.ts";
import { billingInvoiceNotFound } from "./subscriptions.errors.ts";

/**
 * The caller's invoices at the processor, newest first, of the apps that the credential may act for; none for an account
 * that has never paid. Throws PROCESSOR_ERROR.
 */
export async function listBillingInvoices(
  ctx: HubContext,
  { limit }: { limit: number },
): Promise<BillingInvoicePage> {
  const customerId = await customerOf(ctx);
  if (customerId === null) return { invoices: [] };
  const all = await ctx.ports.processor.listInvoices({ customerId, limit });
  const invoices = all.filter((invoice) => isReachable(ctx, invoice));
  const ownIds = await subscriptionIds(ctx, invoices);
  return {
    invoices: invoices.map((invoice) => ({
      ...briefly(invoice),
      created: invoice.createdAt,
      hostedInvoiceUrl: invoice.hostedInvoiceUrl,
      appId: invoice.metadata["appId"] ?? null,
      subscriptionId: ownIds.get(invoice.subscriptionId ?? "") ?? null,
      periodStart: invoice.periodStart,
      periodEnd: invoice.periodEnd,
      pdfUrl: invoice.pdfUrl,
      paidAt: invoice.paidAt,
      attemptCount: invoice.attemptCount,
    })),
  };
}

/**
 * Tries to collect an open invoice again, with the method that is charged by default. Of a paid one it says so. Throws
 * INVOICE_NOT_FOUND, also for another person's, INVOICE_STATE_CONFLICT for one that cannot be collected, and
 * NO_PAYMENT_METHOD. A decline is no error: the status is `failed`.
 */
export function retryBillingInvoice(ctx: HubContext, input: { invoiceId: string }): Promise<InvoiceRetry> {
  const { processor } = ctx.ports;
  const call = { operation: "retryBillingInvoice", input };
  return changeAccess(ctx, ctx.principal.ownerId ?? "", () =>
    onceOutside(ctx, call, {
      prepare: () => requireCollectable(ctx, input.invoiceId),
      record: async (_em, collectable) => collectable,
      act: async ({ invoice: asked }, key) => {
        const invoice = asked.status === "paid" ? asked : await processor.payInvoice(asked.id, key);
        const subscription =
          invoice.subscriptionId === null ? null : await readSnapshot(ctx, invoice.subscriptionId);
        return { invoice, subscription };
      },
      settle: async (em, { isInstant }, { invoice, subscription }) => {
        if (subscription) await applySnapshot(ctx, em, subscription);
        return toRetry(invoice, isInstant);
      },
    }),
  );
}

/** An invoice that names no app belongs to none that a credential of some apps may act for. */
function isReachable({ principal }: HubContext, { metadata }: ProcessorInvoice): boolean {
  return principal.appIds === "all" || mayUseApp(principal, metadata["appId"] ?? "");
}

interface Collectable {
  invoice: ProcessorInvoice;
  /** False for a way to pay whose outcome is known days later. */
  isInstant: boolean;
}

async function requireCollectable(ctx: HubContext, invoiceId: string): Promise<Collectable> {
  const customerId = await customerOf(ctx);
  const invoice = customerId === null ? null : await ctx.ports.processor.readInvoice(invoiceId);
  if (!invoice || invoice.customerId !== customerId || !isReachable(ctx, invoice))
    throw billingInvoiceNotFound();
  if (invoice.status !== "open" && invoice.status !== "paid") {
    const message = `An invoice with status ${invoice.status} cannot be collected. Only open invoices can.`;
    throw new DomainError("INVOICE_STATE_CONFLICT", message, {
      currentState: invoice.status,
      allowed: ["open"],
    });
  }
  const methods = await ctx.ports.processor.listPaymentMethods(customerId!);
  if (invoice.status === "open" && methods.length === 0) {
    throw new DomainError("NO_PAYMENT_METHOD", "No saved payment method. Add one in the billing portal.");
  }
  const charged = methods.find(({ isDefault }) => isDefault) ?? methods[0];
  return { invoice, isInstant: charged === undefined || charged.type === "card" };
}

function toRetry(invoice: ProcessorInvoice, isInstant: boolean): InvoiceRetry {
  const unpaid = isInstant ? "failed" : "processing";
  return {
    invoice: briefly(invoice),
    status: invoice.status === "paid" ? "paid" : unpaid,
    requiresActionUrl: invoice.status === "paid" ? null : invoice.requiresActionUrl,
  };
}

function briefly({ id, number, status, amount, currency }: ProcessorInvoice) {
  return { id, number, status, amount: toMajor(amount, currencyDecimals(currency)), currency };
}

/** Our subscription ids by the processor's. */
async function subscriptionIds(
  ctx: HubContext,
  invoices: readonly ProcessorInvoice[],
): Promise<Map<string, string>> {
  const ids = invoices.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await readRows<{ theirs: string; ours: string }>(ctx, {
    sql: `SELECT processor_subscription_id AS theirs, id AS ours FROM subscriptions
      WHERE owner_id = $1 AND processor_subscription_id = ANY($2)`,
    parameters: [ctx.principal.ownerId, ids],
  });
  return new Map(rows.map(({ theirs, ours }) => [theirs, ours]));
}
