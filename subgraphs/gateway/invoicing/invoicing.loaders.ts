import DataLoader from "dataloader";
import { inTransaction } from "../../../src/db/transaction.ts";
import type { GatewayContext } from "../gateway.context.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import type { Invoice, InvoiceLine } from "./invoice.types.ts";
import { presentInvoice, presentLine } from "./present-invoice.ts";

/** Batching readers of one request, narrowed to the caller's own rows. */
export interface InvoicingLoaders {
  invoices: DataLoader<string, Invoice | null>;
  lines: DataLoader<Pick<Invoice, "id" | "currency">, InvoiceLine[], string>;
}

export function createInvoicingLoaders(ctx: GatewayContext): InvoicingLoaders {
  return {
    invoices: new DataLoader(async (ids: readonly string[]) => {
      const rows = await read(ctx, (em) => em.find(InvoiceEntity, { id: { $in: [...ids] }, ...own(ctx) }));
      const byId = new Map(rows.map((row) => [row.id, presentInvoice(ctx, row)]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
    lines: new DataLoader(
      async (invoices: readonly Pick<Invoice, "id" | "currency">[]) => {
        const ids = invoices.map(({ id }) => id);
        const rows = await read(ctx, (em) =>
          em.find(
            InvoiceLineEntity,
            { invoiceId: { $in: ids }, ...own(ctx) },
            { orderBy: { position: "asc" } },
          ),
        );
        return invoices.map(({ id, currency }) =>
          rows.filter((row) => row.invoiceId === id).map((row) => presentLine(row, currency)),
        );
      },
      { cacheKeyFn: ({ id }) => id },
    ),
  };
}

function own(ctx: GatewayContext): { ownerId: string } {
  return { ownerId: ctx.principal.ownerId ?? "" };
}

function read<T>(ctx: GatewayContext, work: Parameters<typeof inTransaction<T>>[1]): Promise<T> {
  return inTransaction(ctx, work, { readOnly: true });
}
