import DataLoader from "dataloader";
import type { InvoicingContext, InvoicingLoaders } from "../invoicing.context.ts";
import { findInvoices, readLines, readRecentInvoices } from "./invoice.rows.ts";
import type { Invoice } from "./invoice.types.ts";
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
      const load = (invoices: readonly Pick<Invoice, "id" | "currency">[]) => readLines(ctx, invoices);
      return own(this, "lines", new DataLoader(load, { cacheKeyFn: ({ id }) => id }));
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

/** Keeps a loader that was made at its first use: most requests use one. */
function own<Loader>(loaders: object, name: string, loader: Loader): Loader {
  Object.defineProperty(loaders, name, { value: loader });
  return loader;
}
