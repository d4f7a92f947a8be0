import type { EntityManager } from "@mikro-orm/postgresql";
import { keysOf } from "../../../../src/bank-statements/line-identity.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { accountOf, openAccountOf } from "../accounts/accounts.service.ts";
import { toShown } from "../amounts.ts";
import { findOwn, insertAll, updateRow } from "../finance.rows.ts";
import type { AccountRow, ImportBatchRow, TransactionStatus } from "../finance-tables.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import { applyRules } from "../transactions/categorisation.ts";
import { rulesOf } from "../transactions/rules.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./import.types.ts";
import { matchImports, type ImportOutcome, type KnownEntry, type MatchedRow } from "./match-imports.ts";
import { withSavedMapping } from "./saved-mapping.service.ts";
import {
  bookParts,
  categoriesOfRows,
  categoryOfRow,
  joinTransfers,
  lockAccounts,
} from "./program-details.service.ts";
import { programFormats } from "./program-exports.ts";
import { readStatement } from "./read-statement.ts";
import type { StatementRow } from "../../../../src/bank-statements/statement-row.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

const shownRows = 200;

/** What an import would do; nothing is stored. Throws VALIDATION_ERROR, NOT_FOUND, BUSINESS_RULE. */
export function previewImport(
  ctx: FinanceContext,
  args: types.PreviewImportArgs,
): Promise<types.ImportPreview> {
  const read = async (em: EntityManager) => {
    const account = await accountOf(em, ctx, args.accountId);
    const { rows, faults } = readStatement(await withSavedMapping(em, account, args), account);
    const matched = await matchWithAccount(em, account, rows);
    return {
      rows: matched.slice(0, shownRows).map(({ row, date, amount, payee, outcome, transactionId }) => ({
        row,
        date,
        amount: toShown(amount, account.currency),
        payee,
        outcome,
        transactionId,
      })),
      added: count(matched, "new"),
      settled: count(matched, "settles"),
      duplicates: count(matched, "duplicate"),
      errors: faults,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Books what is new in a statement, and clears what was pending. A statement that is imported again, also at the same time,
 * adds nothing. Throws as `previewImport`, and INVALID_STATE for a closed account.
 */
export function importTransactions(
  ctx: FinanceContext,
  input: types.ImportTransactionsInput,
): Promise<types.ImportBatch> {
  return changeOnce(ctx, { operation: "importTransactions", input }, async (em) => {
    // One import of an account at a time: the next one sees what this one added.
    const names = isProgram(input.format) ? await lockAccounts(em, ctx) : new Set<string>();
    const account = await openAccountOf(em, ctx, input.accountId, true);
    const { rows, faults } = readStatement(await withSavedMapping(em, account, input), account);
    const matched = await matchWithAccount(em, account, rows);
    const batch: ImportBatchRow = {
      id: newId("imp"),
      ownerId: ownerOf(ctx),
      accountId: account.id,
      format: input.format,
      status: "applied",
      added: count(matched, "new"),
      settled: count(matched, "settles"),
      duplicates: count(matched, "duplicate"),
      rejected: faults.length,
      errors: faults,
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "finance_import_batches", [batch]);
    await takeRows(em, ctx, { account, batchId: batch.id, format: input.format, names, matched });
    const object = presentBatch(batch);
    await emitFinanceEvent(em, ctx, "finance.import.applied", { id: batch.id, object });
    return object;
  });
}

/** Deletes the transactions that an import added and that are unchanged since. Throws NOT_FOUND and INVALID_STATE. */
export function undoImport(
  ctx: FinanceContext,
  input: types.ImportBatchIdInput,
): Promise<types.UndoneImport> {
  return changeOnce(ctx, { operation: "undoImport", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const batch = await findOwn(em, "finance_import_batches", { ownerId, id: input.batchId, lock: true });
    if (!batch) throw notFound("import");
    if (batch.status !== "applied") throw invalidState("import", batch.status, ["applied"]);
    const sql = `DELETE FROM finance_transactions AS t WHERE import_batch_id = $1 AND version = 1
      AND NOT EXISTS (SELECT FROM finance_receipts AS r WHERE r.transaction_id = t.id) RETURNING 1`;
    const removed = (await executeSql(em, sql, [batch.id])).length;
    await updateRow(em, "finance_import_batches", batch.id, { status: "undone" });
    const object = presentBatch({ ...batch, status: "undone" });
    await emitFinanceEvent(em, ctx, "finance.import.undone", { id: batch.id, object });
    return { removed, kept: batch.added - removed };
  });
}

/** Lines matched with what the account has around their days. */
export async function matchWithAccount(
  em: EntityManager,
  { id }: AccountRow,
  rows: readonly StatementRow[],
): Promise<MatchedRow[]> {
  if (rows.length === 0) return [];
  const dates = rows.map(({ date }) => date).sort();
  const sql = `SELECT t.id, t.date::text, t.amount::float8, p.name AS payee, t.status, t.fitid
    FROM finance_transactions AS t JOIN finance_payees AS p ON p.id = t.payee_id
    WHERE t.account_id = $1 AND (t.date BETWEEN $2::date - 10 AND $3::date + 10 OR t.fitid = ANY ($4) OR t.id = ANY ($4))
    ORDER BY t.date, t.id`;
  const known = await executeSql<KnownEntry>(em, sql, [id, dates[0], dates.at(-1), keysOf(rows)]);
  return matchImports(rows, known);
}

interface Taken {
  account: AccountRow;
  batchId: string;
  format: types.StatementFormat;
  /** Names of all accounts in lower case, where the format knows of transfers. */
  names: ReadonlySet<string>;
  matched: readonly MatchedRow[];
}

async function takeRows(
  em: EntityManager,
  ctx: FinanceContext,
  { account, batchId, format, names, matched }: Taken,
): Promise<void> {
  const rules = await rulesOf(em, ctx);
  const decimals = currencyDecimals(account.currency);
  const added = matched.filter(({ outcome }) => outcome === "new");
  const categories = await categoriesOfRows(em, ctx, added);
  const entries = added.map((row) => {
    const { date, amount, payee, notes, details, key: fitid } = row;
    const facts = { accountId: account.id, amount, payee, notes, decimals };
    const ruled = applyRules(rules, { ...facts, categoryId: null, tags: details?.tags ?? [] });
    // The other account of a transfer is its payee, and rules say nothing about it.
    const isTransfer = names.has(details?.transferWith?.toLowerCase() ?? "");
    const isSplit = details?.parts !== undefined;
    const categoryId = categoryOfRow(row, categories) ?? (isTransfer || isSplit ? null : ruled.categoryId);
    const status: TransactionStatus = details?.isPending ? "pending" : "cleared";
    return {
      ...ruled,
      categoryId,
      status,
      date,
      fitid,
      importBatchId: batchId,
      isSplit,
      ...(isTransfer ? { payee } : {}),
    };
  });
  const ids = entries.length > 0 ? await bookEntries(em, ctx, entries) : [];
  const booked = added.map((row, index) => ({ ...row, id: ids[index]! }));
  await bookParts(em, ctx, booked, categories);
  await joinTransfers(em, ctx, { account, format, booked });
  await settle(
    em,
    ctx,
    matched.filter(({ outcome }) => outcome === "settles"),
  );
}

/** A pending entry gets the day and the id that it was posted under. */
async function settle(em: EntityManager, ctx: FinanceContext, rows: readonly MatchedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const posted = rows.map(({ transactionId, date, key }) => ({ id: transactionId, date, fitid: key }));
  const sql = `UPDATE finance_transactions AS t SET status = 'cleared', date = p.date, fitid = p.fitid,
      version = t.version + 1, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS p (id text, date date, fitid text) WHERE t.id = p.id`;
  await executeSql(em, sql, [JSON.stringify(posted), ctx.clock.now()]);
}

function isProgram(format: types.StatementFormat): boolean {
  return (programFormats as readonly string[]).includes(format);
}

function count(rows: readonly MatchedRow[], wanted: ImportOutcome): number {
  return rows.filter(({ outcome }) => outcome === wanted).length;
}

/** An import as it is shown. */
export function presentBatch({ ownerId: _, createdAt, format, ...batch }: ImportBatchRow): types.ImportBatch {
  return { ...batch, format: format as types.StatementFormat, createdAt: new Date(createdAt) };
}
