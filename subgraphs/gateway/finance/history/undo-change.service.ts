import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql, sqlState } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { emitFinanceEvent } from "../emit-event.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findOwn, insertAll } from "../finance.rows.ts";
import { keyText, type ChangeRow, type CurrentRow } from "./change-row.ts";
import * as rows from "./history.rows.ts";
import { presentChanges } from "./history.service.ts";
import { historyTable, historyTables, type HistoryTableName } from "./history-tables.ts";
import type { FinanceChange, UndoFinanceChangeInput } from "./history.types.ts";
import { openChange } from "./record-change.service.ts";
import { inUndoOrder } from "./undo-order.ts";
import { guardUndo, scopeOf } from "./undo-guards.service.ts";

/**
 * Takes a change back: rows get their former values, deleted ones come back, created ones go. The undo is a change itself, which can
 * be undone. Throws NOT_FOUND, and BUSINESS_RULE: `already_undone`, `changed_since` where a later change touched one of the rows,
 * `still_used`, `place_taken`, and those of `guardUndo`.
 */
export function undoFinanceChange(
  ctx: FinanceContext,
  input: UndoFinanceChangeInput,
): Promise<FinanceChange> {
  const operation = "undoFinanceChange";
  return exactlyOnce(ctx, { operation, input }, async (em) => {
    const ownerId = ownerOf(ctx);
    // Undos of an account, and what locks one of its accounts, run one after the other.
    await executeSql(em, "SELECT FROM finance_accounts WHERE owner_id = $1 ORDER BY id FOR UPDATE", [
      ownerId,
    ]);
    const change = await findOwn(em, "finance_changes", { ownerId, id: input.changeId, lock: true });
    if (!change) throw notFound("change");
    const undone = "SELECT id FROM finance_changes WHERE owner_id = $1 AND undoes = $2";
    const [undo] = await executeSql<{ id: string }>(em, undone, [ownerId, change.id]);
    if (undo)
      throw businessRule(
        "already_undone",
        "This change was undone before. Undo that undo to make the change again.",
        { undoneById: undo.id },
      );
    const id = await openChange(em, ctx, { operation, undoes: change.id });
    const createdAt = ctx.clock.now().toISOString();
    await insertAll(em, "finance_changes", [{ id, ownerId, operation, undoes: change.id, createdAt }]);
    await takeBack(em, ctx, { id: change.id, now: createdAt });
    const header = { id, ownerId, operation, undoes: change.id, createdAt };
    const object = (await presentChanges(em, [header]))[0]!;
    await emitFinanceEvent(em, ctx, "finance.change.undone", { id, object });
    return object;
  });
}

interface TakenBack {
  id: string;
  now: string;
}

async function takeBack(em: EntityManager, ctx: FinanceContext, change: TakenBack): Promise<void> {
  const all = inUndoOrder(await rows.readChangeRows(em, change.id));
  const { current, isKept } = await lockUnchanged(em, ctx, all);
  const undoing = all.filter((row) => !isKept.has(keyText(row.table, row.key)));
  const scope = scopeOf(undoing, current);
  const shared = "SELECT FROM finance_securities WHERE id = ANY ($1) ORDER BY id FOR SHARE";
  await executeSql(em, shared, [scope.securityIds]);
  await guardUndo(em, ctx, scope, () => translated(() => applyAll(em, undoing, change)));
}

/**
 * Locks the rows of a change, table by table. Throws BUSINESS_RULE (`changed_since`) unless all are as the change left them; a name
 * that it created, and that changed since, is kept.
 */
async function lockUnchanged(em: EntityManager, ctx: FinanceContext, all: readonly ChangeRow[]) {
  const last = new Map<string, ChangeRow>();
  for (const row of all)
    if (!last.has(keyText(row.table, row.key))) last.set(keyText(row.table, row.key), row);
  const current = new Map<string, CurrentRow>();
  const isKept = new Set<string>();
  const changed: ChangeRow[] = [];
  const byTable = Map.groupBy(last.values(), ({ table }) => table);
  for (const table of Object.keys(historyTables) as HistoryTableName[]) {
    const expected = byTable.get(table) ?? [];
    if (expected.length === 0) continue;
    const keys = expected.map(({ key }) => key);
    for (const [text, row] of await rows.lockRows(em, table, keys)) current.set(text, row);
    for (const row of expected) {
      const text = keyText(table, row.key);
      if ((current.get(text)?.fingerprint ?? null) === row.fingerprint) continue;
      if (row.action === "created" && historyTable(table).usedBy) isKept.add(text);
      else changed.push(row);
    }
  }
  if (changed.length > 0) {
    const positions = changed.map(({ position }) => position);
    throw businessRule(
      "changed_since",
      "Later changes touched the same objects. Undo those changes first, the latest one before the others.",
      { changeIds: await rows.laterChanges(em, ownerOf(ctx), changed, Math.min(...positions)) },
    );
  }
  return { current, isKept };
}

/** Rows in the reverse order of the change, those of one kind that follow each other with one statement. */
async function applyAll(
  em: EntityManager,
  undoing: readonly ChangeRow[],
  { id: changeId, now }: TakenBack,
): Promise<void> {
  for (const batch of batchesOf(undoing)) {
    const { table, action } = batch[0]!;
    const keys = batch.map(({ key }) => key);
    if (action === "created") await rows.deleteRows(em, table, keys);
    else {
      const images = batch.map(({ key, before }) => ({ key, before: before! }));
      if (action === "updated") await rows.resetRows(em, table, images, now);
      else
        await rows.restoreRows(
          em,
          table,
          images.map(({ before }) => before),
          { changeId, now },
        );
    }
  }
  // Rules that are otherwise checked at the end of the transaction.
  await executeSql(em, "SET CONSTRAINTS ALL IMMEDIATE");
}

function batchesOf(undoing: readonly ChangeRow[]): ChangeRow[][] {
  const batches: ChangeRow[][] = [];
  let keys = new Set<string>();
  for (const row of undoing) {
    const batch = batches.at(-1);
    const text = keyText(row.table, row.key);
    const isNext = batch?.[0]!.table === row.table && batch[0].action === row.action && !keys.has(text);
    if (isNext) batch.push(row);
    else {
      batches.push([row]);
      keys = new Set();
    }
    keys.add(text);
  }
  return batches;
}

const refusals: Readonly<Record<string, readonly [rule: string, message: string]>> = {
  "23503": ["still_used", "Later objects use what this change created or removed. Undo their changes first."],
  "23505": ["place_taken", "Another object has the same name or place now. Rename or delete that one first."],
  "23514": ["cannot_restore", "Later changes do not fit the former values. Undo those changes first."],
  "23502": ["cannot_restore", "The change is from an older version of the app. Correct the objects instead."],
};

/** What the database refuses as a refusal of the undo. */
async function translated(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = refusals[sqlState(error) ?? ""];
    if (refusal) throw businessRule(...refusal);
    throw error;
  }
}
