import DataLoader from "dataloader";
import { readRows } from "../../../../src/db/read-rows.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { InvoicingContext, InvoicingLoaders } from "../invoicing.context.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import type { Invoice, RecentInvoices } from "./invoice.types.ts";
import { presentInvoice, presentLine } from "./present-invoice.ts";
import { visibleRows } from "../visible-rows.ts";

/** Request-scoped data loaders, limited to the principal's own rows. */
export function createInvoicingLoaders(ctx: InvoicingContext): InvoicingLoaders {
  return {
    invoices: new DataLoader(async (ids: readonly string[]) => {
      const where = { id: { $in: [...ids] }, ...visibleRows(ctx) };
      const rows = await read(ctx, (em) => em.find(InvoiceEntity, where));
      const byId = new Map(rows.map((row) => [row.id, presentInvoice(ctx, row)]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
    lines: new DataLoader(
      async (invoices: readonly Pick<Invoice, "id" | "currency">[]) => {
        const where = { invoiceId: { $in: invoices.map(({ id }) => id) }, ownerId: visibleRows(ctx).ownerId };
        const rows = await read(ctx, (em) =>
          em.find(InvoiceLineEntity, where, { orderBy: { position: "asc" } }),
        );
        return invoices.map(({ id, currency }) =>
          rows.filter((row) => row.invoiceId === id).map((row) => presentLine(row, currency)),
        );
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    recentInvoices: new DataLoader((wanted: readonly RecentInvoices[]) => readRecent(ctx, wanted), {
      cacheKeyFn: ({ appId, first }) => `${first}:${appId ?? ""}`,
    }),
  };
}

/** Loads the newest invoices of each app in one statement. */
async function readRecent(ctx: InvoicingContext, wanted: readonly RecentInvoices[]): Promise<Invoice[][]> {
  const { ownerId, appId: apps } = visibleRows(ctx);
  const rows = await readRows<Record<string, unknown> & { place: string }>(ctx, {
    sql: `SELECT wanted.place::text, recent.*
       FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS wanted (app_id, first, place)
       CROSS JOIN LATERAL (
         SELECT * FROM invoices AS i
         WHERE i.owner_id = $1 AND (wanted.app_id IS NULL OR i.app_id = wanted.app_id)
           AND ($4::text[] IS NULL OR i.app_id = ANY ($4)) AND i.deleted_at IS NULL
         ORDER BY i.created_at DESC, i.id DESC LIMIT wanted.first
       ) AS recent
       ORDER BY wanted.place, recent.created_at DESC, recent.id DESC`,
    parameters: [
      ownerId,
      wanted.map(({ appId }) => appId),
      wanted.map(({ first }) => first),
      apps?.$in ?? null,
    ],
  });
  const found: Invoice[][] = wanted.map(() => []);
  for (const { place, ...row } of rows) {
    found[Number(place) - 1]!.push(presentInvoice(ctx, ctx.em.map(InvoiceEntity, row)));
  }
  return found;
}

function read<T>(ctx: InvoicingContext, work: Parameters<typeof inTransaction<T>>[1]): Promise<T> {
  return inTransaction(ctx, work, { readOnly: true });
}
