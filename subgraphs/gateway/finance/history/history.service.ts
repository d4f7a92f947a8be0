import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { pageRows } from "../finance.rows.ts";
import type { ChangeHeaderRow } from "../wealth-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import type { RowAction } from "./change-row.ts";
import { historyTable, type HistoryTableName } from "./history-tables.ts";
import type * as types from "./history.types.ts";

/** Changes are kept, and can be undone, for this long. */
const historyDays = 90;
const shownObjects = 20;

/** The caller's changes, newest first. Throws INVALID_CURSOR. */
export function listFinanceChanges(
  ctx: FinanceContext,
  { limit, after, objectId = null }: types.FinanceChangesArgs,
): Promise<types.FinanceChangePage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "finance_changes", {
      where: `($2::text IS NULL OR id IN (SELECT r.change_id FROM finance_change_rows AS r
        WHERE r.owner_id = $1 AND r.row_id = jsonb_build_object('id', $2::text)))`,
      values: [objectId],
      list: ["finance changes", objectId],
      limit,
      after: after ?? null,
    });
    return { changes: await presentChanges(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface ShownRow {
  changeId: string;
  table: HistoryTableName;
  key: Record<string, unknown>;
  action: RowAction;
  fields: string[];
  count: number;
}

/** Changes as they are shown, in the given order. */
export async function presentChanges(
  em: EntityManager,
  changes: readonly ChangeHeaderRow[],
): Promise<types.FinanceChange[]> {
  const sql = `SELECT c.id AS "changeId", r.table_name AS "table", r.row_id AS key, r.action, n.count,
      ARRAY(SELECT jsonb_object_keys(r.before) WHERE r.action = 'updated') AS fields
    FROM unnest($1::text[]) AS c (id)
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM finance_change_rows WHERE change_id = c.id) AS n
    CROSS JOIN LATERAL (SELECT * FROM finance_change_rows WHERE change_id = c.id ORDER BY position LIMIT ${shownObjects}) AS r
    ORDER BY r.position`;
  const ids = changes.map(({ id }) => id);
  const rows = Map.groupBy(await executeSql<ShownRow>(em, sql, [ids]), ({ changeId }) => changeId);
  const undone = "SELECT undoes, id FROM finance_changes WHERE undoes = ANY ($1)";
  const undos = await executeSql<{ undoes: string; id: string }>(em, undone, [ids]);
  const undoneBy = new Map(undos.map(({ undoes, id }) => [undoes, id]));
  return changes.map(({ id, operation, undoes, createdAt }) => {
    const shown = rows.get(id) ?? [];
    return {
      id,
      operation,
      createdAt: new Date(createdAt),
      undoesId: undoes,
      undoneById: undoneBy.get(id) ?? null,
      objectCount: shown[0]?.count ?? 0,
      objects: shown.map(presentObject),
    };
  });
}

function presentObject({ table, key, action, fields }: ShownRow): types.ChangedFinanceObject {
  const { kind, key: columns } = historyTable(table);
  return { kind, id: String(key[columns[0]!]), action, fields: fields.map(camelCase).toSorted() };
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Forgets changes that are older than the history; returns how many. For a scheduled job. */
export async function pruneHistory(ctx: FinanceContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - historyDays * 86_400_000);
  const sql = `DELETE FROM finance_changes WHERE id IN
    (SELECT id FROM finance_changes WHERE created_at < $1 ORDER BY created_at LIMIT 500) RETURNING 1`;
  let pruned = 0;
  for (let last = 1; last > 0; pruned += last)
    last = (await asSystem(ctx.em, (em) => executeSql(em, sql, [before]))).length;
  return pruned;
}
