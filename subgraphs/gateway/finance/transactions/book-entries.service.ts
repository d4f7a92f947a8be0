import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { EntryRow, TransactionRow, TransactionStatus } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { defaultCategoriesOf, payeeIdsOf } from "./payees.service.ts";
import { registerTags } from "./register-tags.service.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** A transaction to be booked; the amount is in minor units of the account's currency. */
export interface NewEntry {
  accountId: string;
  date: string;
  amount: number;
  payee: string;
  categoryId?: string | null;
  transferId?: string;
  tradeId?: string;
  status?: TransactionStatus;
  notes?: string | null;
  tags?: readonly string[];
  importBatchId?: string;
  fitid?: string | null;
  /** True for one whose parts have the categories. */
  isSplit?: boolean;
}

/**
 * Books transactions in the open transaction, and answers their ids in order. Income and spending without a category get that
 * of the payee.
 */
export async function bookEntries(
  em: EntityManager,
  ctx: FinanceContext,
  entries: readonly NewEntry[],
): Promise<string[]> {
  const payees = await payeeIdsOf(
    em,
    ctx,
    entries.map(({ payee }) => payee),
  );
  const defaults = await defaultCategoriesOf(em, [...new Set(payees.values())]);
  const now = ctx.clock.now().toISOString();
  const kept = { ownerId: ownerOf(ctx), version: 1, createdAt: now, updatedAt: now };
  const rows = entries.map((entry): TransactionRow => ({
    ...kept,
    id: newId("trn"),
    accountId: entry.accountId,
    date: entry.date,
    amount: entry.amount,
    payeeId: payees.get(entry.payee)!,
    categoryId: entry.categoryId ?? (isOwn(entry) ? (defaults.get(payees.get(entry.payee)!) ?? null) : null),
    transferId: entry.transferId ?? null,
    tradeId: entry.tradeId ?? null,
    status: entry.status ?? "cleared",
    notes: entry.notes ?? null,
    tags: [...(entry.tags ?? [])],
    reviewed: false,
    importBatchId: entry.importBatchId ?? null,
    fitid: entry.fitid ?? null,
  }));
  await registerTags(
    em,
    ctx,
    rows.flatMap(({ tags }) => tags),
  );
  await insertAll(em, "finance_transactions", rows);
  return rows.map(({ id }) => id);
}

/** True for income and spending without parts, which alone have a category. */
function isOwn({ transferId, tradeId, isSplit = false }: NewEntry): boolean {
  return transferId === undefined && tradeId === undefined && !isSplit;
}

/** One of the caller's transactions as it is shown. Throws NOT_FOUND. */
export async function entryOf(em: EntityManager, ctx: FinanceContext, id: string): Promise<EntryRow> {
  const [entry] = await findRows(em, "finance_entries", "owner_id = $1 AND id = $2", [ownerOf(ctx), id]);
  if (!entry) throw notFound("transaction");
  return entry;
}
