import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { addAccount } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { findRows } from "../finance.rows.ts";
import type { AccountRow } from "../finance-tables.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import { applyRules } from "../transactions/categorisation.ts";
import { rulesOf } from "../transactions/rules.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { BankFeed, FeedAccount, FeedTransaction } from "./bank-feed.port.ts";
import type { BankLinkSync, SyncBankLinkInput } from "./bank-link.types.ts";
import { feedRows, kindOfFeedAccount, openingOf } from "./feed-account.ts";
import { matchWithAccount } from "./imports.service.ts";
import type { StatementRow } from "../../../../src/bank-statements/statement-row.ts";

const defaultDays = 90;

/**
 * Imports new transactions of a bank connection, at most every 6 hours: each bank account has one here, pending entries
 * are replaced when they are posted, and dropped with the bank's. The bank is queried first, and its response booked in
 * one transaction; a retry after a failure books the missing part. Throws CONNECTION_NOT_FOUND and the hub's errors.
 */
export async function syncBankLink(ctx: FinanceContext, input: SyncBankLinkInput): Promise<BankLinkSync> {
  const { linkId } = input;
  const daysBack = input.daysBack ?? defaultDays;
  const to = ctx.clock.now().toISOString().slice(0, 10);
  const from = addDays(to, -daysBack);
  const feed = await ctx.ports.bankFeed.read(ctx, { connectionId: linkId, from, to, daysBack });
  return changeOnce(ctx, { operation: "syncBankLink", input }, (em) => book(em, ctx, { linkId, from, feed }));
}

async function book(
  em: EntityManager,
  ctx: FinanceContext,
  { linkId, from, feed }: { linkId: string; from: string; feed: BankFeed },
): Promise<BankLinkSync> {
  // One sync of this person at a time: two first ones would both make the accounts.
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtext($1))", [`finance bank ${ownerOf(ctx)}`]);
  const byAccount = Map.groupBy(feed.transactions, ({ accountId }) => accountId);
  const answer = {
    linkId,
    synced: feed.synced,
    accountIds: [] as string[],
    added: 0,
    updated: 0,
    removed: 0,
  };
  for (const feedAccount of feed.accounts) {
    const transactions = byAccount.get(feedAccount.accountId) ?? [];
    const rows = feedRows(transactions, (amount) => toStored(amount, feedAccount.currency));
    const pending = pendingIds(transactions);
    const posted = rows.filter(({ fitid }) => !pending.has(fitid!));
    const account = await followingAccount(em, ctx, feedAccount, { posted, from });
    // A closed account keeps its final balance.
    if (account.status !== "open") continue;
    const counts = await bookAccount(em, ctx, account, { transactions, rows, from });
    answer.accountIds.push(account.id);
    answer.added += counts.added;
    answer.updated += counts.updated;
    answer.removed += counts.removed;
  }
  if (answer.synced)
    await emitFinanceEvent(em, ctx, "finance.bank_link.synced", { id: linkId, object: answer });
  return answer;
}

function pendingIds(transactions: readonly FeedTransaction[]): Set<string> {
  const pending = transactions.filter((transaction) => transaction.pending);
  return new Set(pending.map(({ transactionId }) => transactionId));
}

/** The account that follows one at a bank; made so that it has what the bank says, which counts what is posted. */
async function followingAccount(
  em: EntityManager,
  ctx: FinanceContext,
  { accountId, name, currency, current, ...feedAccount }: FeedAccount,
  { posted, from }: { posted: readonly StatementRow[]; from: string },
): Promise<AccountRow> {
  const where = "owner_id = $1 AND bank_account_id = $2 FOR UPDATE";
  const [known] = await findRows(em, "finance_accounts", where, [ownerOf(ctx), accountId]);
  if (known) return known;
  const kind = kindOfFeedAccount(feedAccount);
  const opening = openingOf(kind, current === null ? null : toStored(current, currency), posted);
  return addAccount(em, ctx, {
    name,
    kind,
    currency,
    openingBalance: toShown(opening, currency),
    openedOn: from,
    bankAccountId: accountId,
  });
}

interface Booked {
  transactions: readonly FeedTransaction[];
  rows: readonly StatementRow[];
  from: string;
}

async function bookAccount(
  em: EntityManager,
  ctx: FinanceContext,
  account: AccountRow,
  { transactions, rows, from }: Booked,
): Promise<{ added: number; updated: number; removed: number }> {
  const isPending = pendingIds(transactions);
  await renamePosted(em, account, transactions);
  const matched = await matchWithAccount(em, account, rows);
  const rules = await rulesOf(em, ctx);
  const decimals = currencyDecimals(account.currency);
  const entries = matched
    .filter(({ outcome }) => outcome === "new")
    .map(({ date, amount, payee, notes, key }) => ({
      ...applyRules(rules, {
        accountId: account.id,
        amount,
        payee,
        notes,
        decimals,
        categoryId: null,
        tags: [],
      }),
      date,
      fitid: key,
      status: isPending.has(key) ? ("pending" as const) : ("cleared" as const),
    }));
  if (entries.length > 0) await bookEntries(em, ctx, entries);
  const followed = matched
    .filter(({ outcome, transactionId }) => outcome !== "new" && transactionId !== null)
    .map(({ transactionId, date, amount, key }) => ({
      id: transactionId,
      date,
      amount,
      fitid: key,
      status: isPending.has(key) ? "pending" : "cleared",
    }));
  const updated = await follow(em, ctx, followed);
  return { added: entries.length, updated, removed: await dropGone(em, account, { rows, from }) };
}

/** A posted transaction replaces its pending one and keeps the user's edits. */
async function renamePosted(
  em: EntityManager,
  { id }: AccountRow,
  transactions: readonly FeedTransaction[],
): Promise<void> {
  const posted = transactions
    .filter(({ pendingTransactionId }) => pendingTransactionId !== null)
    .map(({ transactionId, pendingTransactionId }) => ({ was: pendingTransactionId, now: transactionId }));
  const sql = `UPDATE finance_transactions AS t SET fitid = p.now
    FROM jsonb_to_recordset($2::jsonb) AS p (was text, now text)
    WHERE t.account_id = $1 AND t.fitid = p.was
      AND NOT EXISTS (SELECT FROM finance_transactions AS o WHERE o.account_id = $1 AND o.fitid = p.now)`;
  await executeSql(em, sql, [id, JSON.stringify(posted)]);
}

/** Updates known transactions from the bank, except reconciled ones and the amounts of split ones. */
async function follow(
  em: EntityManager,
  ctx: FinanceContext,
  followed: readonly Record<string, unknown>[],
): Promise<number> {
  const sql = `UPDATE finance_transactions AS t SET date = p.date, fitid = p.fitid, status = p.status,
      amount = CASE WHEN t.transfer_id IS NULL AND t.trade_id IS NULL
          AND NOT EXISTS (SELECT FROM finance_splits AS s WHERE s.transaction_id = t.id) THEN p.amount ELSE t.amount END,
      version = t.version + 1, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS p (id text, date date, amount bigint, fitid text, status text)
    WHERE t.id = p.id AND t.status <> 'reconciled'
      AND (t.status = 'pending' OR t.fitid IS DISTINCT FROM p.fitid)
      AND (t.date, t.amount, t.fitid, t.status) IS DISTINCT FROM (p.date, p.amount, p.fitid, p.status) RETURNING 1`;
  return (await executeSql(em, sql, [JSON.stringify(followed), ctx.clock.now()])).length;
}

/** Pending entries that came from the bank, and that it does not show any more. */
async function dropGone(
  em: EntityManager,
  { id }: AccountRow,
  { rows, from }: { rows: readonly StatementRow[]; from: string },
): Promise<number> {
  const sql = `DELETE FROM finance_transactions WHERE account_id = $1 AND status = 'pending' AND fitid LIKE 'btx\\_%'
      AND date >= $2 AND NOT fitid = ANY ($3) AND transfer_id IS NULL RETURNING 1`;
  const shown = rows.map(({ fitid }) => fitid);
  return (await executeSql(em, sql, [id, from, shown])).length;
}
