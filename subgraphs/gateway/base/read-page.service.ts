import type { EntityClass, FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { invalidCursor, rowCursors, rowEnd, type CursorContext } from "../../../src/db/cursor.ts";
import { cutPage, type PageQuery, type RowPage } from "../../../src/db/page.ts";

/** Page query over an entity's rows. */
export interface EntityPageQuery<Row> extends PageQuery {
  filter: FilterQuery<Row>;
  /** Default: newest first. */
  order?: PageOrder<Row>;
}

/** A column that orders a list, which the row's ID completes. */
export interface PageOrder<Row> {
  by: keyof Row & string;
  direction: "asc" | "desc";
}

/**
 * Reads a page of entities in the open transaction, newest first by default. For rows without an entity use `pageRows`. Throws
 * INVALID_CURSOR for a cursor of another list, filter or account.
 */
export async function readPage<Row extends { createdAt: Date; id: string }>(
  em: EntityManager,
  ctx: CursorContext,
  entity: EntityClass<Row>,
  { filter, list, limit, after, order = { by: "createdAt", direction: "desc" } }: EntityPageQuery<Row>,
): Promise<RowPage<Row>> {
  const cursors = rowCursors(ctx, list);
  const from = cursors.decode(after);
  const total = await em.count(entity, filter);
  const position = from === null ? {} : await positionBehind(em, entity, from, order);
  const where = { $and: [filter, position] } as FilterQuery<Row>;
  const orderBy = { [order.by]: order.direction, id: order.direction } as never;
  const found = (await em.find(entity, where, { orderBy, limit: limit + 1 })) as Row[];
  const page = cutPage(found, limit, cursors, rowEnd);
  return { ...page, total };
}

/** Condition for the rows behind one. A cursor knows when its row was created; other columns are read from the row. */
async function positionBehind<Row extends { createdAt: Date; id: string }>(
  em: EntityManager,
  entity: EntityClass<Row>,
  [at, id]: readonly [at: string, id: string],
  { by, direction }: PageOrder<Row>,
): Promise<object> {
  const operator = direction === "asc" ? "$gt" : "$lt";
  const last = by === "createdAt" ? null : await em.findOne(entity, { id } as FilterQuery<Row>);
  if (by !== "createdAt" && !last) throw invalidCursor();
  const value = last ? (last as Row)[by] : new Date(at);
  return { $or: [{ [by]: { [operator]: value } }, { [by]: value, id: { [operator]: id } }] };
}
