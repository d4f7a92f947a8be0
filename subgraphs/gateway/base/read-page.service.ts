import type { EntityClass, FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { GatewayContext } from "./gateway.context.ts";
import { openCursor, sealCursor, type PagePosition } from "./page-cursor.ts";

/** Which rows of a table, and which page of them. */
export interface PageQuery<Row> {
  filter: FilterQuery<Row>;
  /** Names the list with all of its filter: a cursor of another one is refused. */
  list: string;
  limit: number;
  after?: string | null;
}

/** A page of rows, newest first. */
export interface RowPage<Row> {
  rows: Row[];
  /** Rows that fit the filter, on all pages. */
  total: number;
  nextCursor: string | null;
}

/** Reads a page in the open transaction. Throws INVALID_CURSOR for one of another list, filter or account. */
export async function readPage<Row extends PagePosition>(
  em: EntityManager,
  ctx: GatewayContext,
  table: EntityClass<Row>,
  { filter, list, limit, after }: PageQuery<Row>,
): Promise<RowPage<Row>> {
  const from = after ? openCursor(ctx, after, list) : null;
  const beyond = from
    ? { $or: [{ createdAt: { $lt: from.createdAt } }, { createdAt: from.createdAt, id: { $lt: from.id } }] }
    : {};
  const total = await em.count(table, filter);
  const where = { $and: [filter, beyond] } as FilterQuery<Row>;
  const orderBy = { createdAt: "desc", id: "desc" } as never;
  const found = (await em.find(table, where, { orderBy, limit: limit + 1 })) as Row[];
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, total, nextCursor: found.length > limit && last ? sealCursor(ctx, last, list) : null };
}
