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
  return {
    get invoices() {
      return own(
        this,
        "invoices",
        new DataLoader(async (ids: readonly string[]) => {
          const found = await findInvoices(ctx, wholeInvoice, { id: ids });
          const byId = new Map(found.map((invoice) => [invoice.id, invoice]));
          return ids.map((id) => byId.get(id) ?? null);
        }),
      );
    },
    get lines() {
      return own(this, "lines", byInvoice(ctx, readLines));
    },
    get payments() {
      return own(this, "payments", byInvoice(ctx, readInvoicePayments));
    },
    get credits() {
      return own(this, "credits", byInvoice(ctx, readInvoiceCredits));
    },
    get latestChanges() {
      return own(this, "latestChanges", byInvoice(ctx, readLatestChanges));
    },
    get itemUsage() {
      return own(this, "itemUsage", new DataLoader((ids: readonly string[]) => readItemUsage(ctx, ids)));
    },
    get recentInvoices() {
      const load = (wanted: readonly RecentInvoices[]) =>
        readRecentInvoices(ctx, wanted, mergeSelections(wanted.map(({ selection }) => selection)));
      return own(
        this,
        "recentInvoices",
        new DataLoader(load, {
          cacheKeyFn: ({ appId, first, selection }) => `${first}:${appId ?? ""}:${selection.id}`,
        }),
      );
    },
  };
}

/** Loads what belongs to invoices: all of a request that are asked for at once in one statement. */
function byInvoice<Found>(
  ctx: InvoicingContext,
  read: (ctx: InvoicingContext, invoices: readonly ShownInvoice[]) => Promise<Found[]>,
): DataLoader<ShownInvoice, Found, string> {
  return new DataLoader((invoices) => read(ctx, invoices), { cacheKeyFn: ({ id }) => id });
}

/** Keeps a loader that was made at its first use: most requests use one. */
function own<Loader>(loaders: object, name: string, loader: Loader): Loader {
  Object.defineProperty(loaders, name, { value: loader });
  return loader;
}
