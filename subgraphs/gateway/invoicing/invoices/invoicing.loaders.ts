import DataLoader from "dataloader";
import { readItemUsage } from "../catalogue/item-usage.rows.ts";
import {
  readInvoiceCredits,
  readInvoicePayments,
  readLatestChanges,
} from "../invoice-details/invoice-details.rows.ts";
import type { InvoicingContext, InvoicingLoaders, ShownInvoice } from "../invoicing.context.ts";
import { findInvoices, readLines, readRecentInvoices } from "./invoice.rows.ts";
import type { RecentInvoices } from "../invoice-selection.ts";
import { mergeSelections, wholeInvoice } from "../select-invoices.ts";

/** Request-scoped data loaders, limited to the principal's own rows. */
export function createInvoicingLoaders(ctx: InvoicingContext): InvoicingLoaders {
  return new LoadersOnUse(ctx);
}

/**
 * Makes each loader at its first use: most requests use one, or none. A class, because an object with getters of its own
 * has a shape of its own, and shapes are made in the old generation.
 */
class LoadersOnUse implements InvoicingLoaders {
  readonly #ctx: InvoicingContext;
  #made: Partial<InvoicingLoaders> | null = null;

  constructor(ctx: InvoicingContext) {
    this.#ctx = ctx;
  }

  get invoices() {
    const ctx = this.#ctx;
    return (this.#own.invoices ??= new DataLoader(async (ids: readonly string[]) => {
      const found = await findInvoices(ctx, wholeInvoice, { id: ids });
      const byId = new Map(found.map((invoice) => [invoice.id, invoice]));
      return ids.map((id) => byId.get(id) ?? null);
    }));
  }

  get lines() {
    return (this.#own.lines ??= byInvoice(this.#ctx, readLines));
  }

  get payments() {
    return (this.#own.payments ??= byInvoice(this.#ctx, readInvoicePayments));
  }

  get credits() {
    return (this.#own.credits ??= byInvoice(this.#ctx, readInvoiceCredits));
  }

  get latestChanges() {
    return (this.#own.latestChanges ??= byInvoice(this.#ctx, readLatestChanges));
  }

  get itemUsage() {
    const ctx = this.#ctx;
    return (this.#own.itemUsage ??= new DataLoader((ids: readonly string[]) => readItemUsage(ctx, ids)));
  }

  get recentInvoices() {
    const ctx = this.#ctx;
    const load = (wanted: readonly RecentInvoices[]) =>
      readRecentInvoices(ctx, wanted, mergeSelections(wanted.map(({ selection }) => selection)));
    return (this.#own.recentInvoices ??= new DataLoader(load, {
      cacheKeyFn: ({ appId, first, selection }) => `${first}:${appId ?? ""}:${selection.id}`,
    }));
  }

  get #own(): Partial<InvoicingLoaders> {
    return (this.#made ??= {});
  }
}

/** Loads what belongs to invoices: all of a request that are asked for at once in one statement. */
function byInvoice<Found>(
  ctx: InvoicingContext,
  read: (ctx: InvoicingContext, invoices: readonly ShownInvoice[]) => Promise<Found[]>,
): DataLoader<ShownInvoice, Found, string> {
  return new DataLoader((invoices) => read(ctx, invoices), { cacheKeyFn: ({ id }) => id });
}
