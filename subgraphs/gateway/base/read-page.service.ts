import type { EntityClass, FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { rowCursors, rowEnd, type CursorContext } from "../../../src/db/cursor.ts";
import { cutPage, type PageQuery, type RowPage } from "../../../src/db/page.ts";

/** Page query over an entity's rows. */
export interface EntityPageQuery<Row> extends PageQuery {
  filter: FilterQuery<Row>;
}

/**
 * Reads a page of entities in the open transaction, newest first. For rows without an entity use `pageRows`. Throws
 * INVALID_CURSOR for a cursor of another list, filter or account.
 */
export async function readPage<Row extends { createdAt: Date; id: string }>(
  em: EntityManager,
  ctx: CursorContext,
  entity: EntityClass<Row>,
  { filter, list, limit, after }: EntityPageQuery<Row>,
): Promise<RowPage<Row>> {
  const cursors = rowCursors(ctx, list);
  const from = cursors.decode(after);
  const total = await em.count(entity, filter);
  const where = { $and: [filter, from ? beyond(from) : {}] } as FilterQuery<Row>;
  const orderBy = { createdAt: "desc", id: "desc" } as never;
  const found = (await em.find(entity, where, { orderBy, limit: limit + 1 })) as Row[];
  const page = cutPage(found, limit, cursors, rowEnd);
  return { ...page, total };
}

function beyond([at, id]: readonly [at: string, id: string]): object {
  const createdAt = new Date(at);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] };
}
