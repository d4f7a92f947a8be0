import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import { readPage, type PageOrder } from "../../base/read-page.service.ts";
import type { Client, ClientPage, ClientsArgs, ClientSort } from "./clients.types.ts";
import { presentClient, type MinorBalance } from "./present-client.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** One of the caller's clients, by id or by e-mail address (active ones). Throws NOT_FOUND, also for another account's. */
export function readClient(ctx: InvoicingContext, idOrEmail: string): Promise<Client> {
  return inTransaction(
    ctx,
    async (em) => {
      const ownerId = ownerOf(ctx);
      const where = idOrEmail.includes("@")
        ? { ownerId, emailFolded: idOrEmail.toLowerCase(), status: "active" as const }
        : { ownerId, id: idOrEmail };
      const row = await em.findOne(ClientEntity, where);
      if (!row) throw notFound("client");
      return presentWithBalances(em, ctx, row);
    },
    { readOnly: true },
  );
}

/** The caller's clients in the wanted order. Throws INVALID_CURSOR. */
export function listClients(ctx: InvoicingContext, args: ClientsArgs): Promise<ClientPage> {
  const { limit, after, query, hasBalance, sort } = args;
  const status = args.status ?? "active";
  return inTransaction(
    ctx,
    async (em) => {
      const owing = typeof hasBalance === "boolean" ? await clientsWithBalance(em, ownerOf(ctx)) : [];
      const filter = {
        ownerId: ownerOf(ctx),
        status,
        ...(query ? { $or: startsWith(query) } : {}),
        ...(typeof hasBalance === "boolean" ? { id: hasBalance ? { $in: owing } : { $nin: owing } } : {}),
      } as FilterQuery<ClientEntity>;
      const sorted = sort === "newest" ? [] : [sort];
      const list = ["clients", query, status, hasBalance, ...sorted] as const;
      const page = await readPage(em, ctx, ClientEntity, { filter, list, limit, after, order: orders[sort] });
      const balances = await balancesOf(em, ctx, page.rows);
      const clients = page.rows.map((row) => presentClient(row, balances.get(row.id) ?? []));
      return { clients, total: page.total, nextCursor: page.nextCursor };
    },
    { readOnly: true },
  );
}

const orders: Record<ClientSort, PageOrder<ClientEntity>> = {
  newest: { by: "createdAt", direction: "desc" },
  oldest: { by: "createdAt", direction: "asc" },
  name: { by: "name", direction: "asc" },
};

/** Client with current balances. */
export async function presentWithBalances(
  em: EntityManager,
  ctx: InvoicingContext,
  row: ClientEntity,
): Promise<Client> {
  return presentClient(row, (await balancesOf(em, ctx, [row])).get(row.id) ?? []);
}

/** Calculates balances from the documents on every read, so no counter can drift. */
async function balancesOf(
  em: EntityManager,
  ctx: InvoicingContext,
  clients: readonly ClientEntity[],
): Promise<Map<string, MinorBalance[]>> {
  const rows = await executeSql<MinorBalance & { clientId: string }>(
    em,
    `SELECT client_id AS "clientId", currency, sum(due)::float8 AS due, sum(overdue)::float8 AS overdue,
       sum(credit)::float8 AS credit
     FROM (
       SELECT client_id, currency, open AS due, CASE WHEN overdue_at <= $3 THEN open ELSE 0 END AS overdue, 0 AS credit
       FROM (SELECT *, total_minor - amount_paid_minor - amount_credited_minor - amount_written_off_minor AS open
             FROM invoices WHERE owner_id = $1 AND client_id = ANY ($2) AND status IN ('sent', 'paid')) AS issued
       UNION ALL
       SELECT client_id, currency, 0, 0, amount_minor - allocated_minor - refunded_minor FROM payments_received
       WHERE owner_id = $1 AND client_id = ANY ($2) AND status = 'received'
       UNION ALL
       SELECT client_id, currency, 0, 0, total_minor - applied_minor - refunded_minor FROM credit_notes
       WHERE owner_id = $1 AND client_id = ANY ($2) AND voided_on IS NULL
     ) AS parts GROUP BY client_id, currency ORDER BY client_id, currency`,
    [ownerOf(ctx), clients.map(({ id }) => id), ctx.clock.now()],
  );
  return Map.groupBy(rows, ({ clientId }) => clientId);
}

async function clientsWithBalance(em: EntityManager, ownerId: string): Promise<string[]> {
  const rows = await executeSql<{ id: string }>(
    em,
    `SELECT DISTINCT client_id AS id FROM invoices WHERE owner_id = $1 AND status = 'sent' AND client_id IS NOT NULL
     AND total_minor > amount_paid_minor + amount_credited_minor + amount_written_off_minor`,
    [ownerId],
  );
  return rows.map(({ id }) => id);
}

function startsWith(query: string) {
  const pattern = `${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return [{ name: { $ilike: pattern } }, { email: { $ilike: pattern } }];
}
