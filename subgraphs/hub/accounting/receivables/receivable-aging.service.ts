import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { today } from "../bills/bills.service.ts";
import { controlBalance } from "../ledgers/control-balance.rows.ts";
import { emptyLedger, findLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import type { AccountsReceivableAging, AccountsReceivableAgingArgs } from "./receivable-aging.types.ts";

const buckets = ["current", "d1_30", "d31_60", "d61_90", "d90plus", "unapplied", "total"] as const;
type Sums = Record<(typeof buckets)[number], number>;

/** Most clients that the report names; the totals include the others. */
const maxClients = 1_000;

/**
 * What clients owed at the end of a day, from the lines of the receivable accounts alone, beside their balance. Lines about
 * one invoice are one item, as are an entry and its reversal. Credits that name no item settle the client's items by due
 * date, earliest first. Throws INVALID_CURRENCY.
 */
export function readReceivableAging(
  ctx: HubContext,
  args: AccountsReceivableAgingArgs,
): Promise<AccountsReceivableAging> {
  const asOf = args.asOf ?? today(ctx);
  const read = async (em: EntityManager) => {
    const found = await findLedger(em, ctx, args.currency);
    const { currency } = found ?? emptyLedger(ctx, args.currency);
    const decimals = currencyDecimals(currency);
    const rows = found === null ? [] : await openByClient(em, found, asOf);
    const sums = buckets.map((bucket) => [bucket, rows.reduce((sum, row) => sum + row[bucket], 0)]);
    const totals = Object.fromEntries(sums) as Sums;
    const balance = found === null ? 0 : await controlBalance(em, found, { category: "receivable", asOf });
    const major = (minor: Sums) =>
      Object.fromEntries(
        buckets.map((bucket) => [bucket, toMajor(minor[bucket], decimals)]),
      ) as unknown as Sums;
    return {
      asOf,
      currency,
      clients: rows.slice(0, maxClients).map((row) => ({ client: row.client, ...major(row) })),
      totals: major(totals),
      ledgerBalance: toMajor(balance, decimals),
      difference: toMajor(balance - totals.total, decimals),
    };
  };
  return inTransaction(ctx, read, { readOnly: true, isolationLevel: "repeatable read" });
}

/**
 * Items with a balance above 0 are open, those below 0 are credit. `running` counts a client's open items by due date; what
 * the credit does not cover of them is late by its own date.
 */
function openByClient(
  em: EntityManager,
  { id, ownerId }: LedgerRow,
  asOf: string,
): Promise<({ client: string | null } & Sums)[]> {
  const late = "$3::date - o.due";
  const within = (condition: string) => `coalesce(sum(o.open) FILTER (WHERE ${condition}), 0)::float8`;
  const sql = `WITH moved AS (
      SELECT l.client, l.date, l.debit - l.credit AS amount, p.due_date,
        coalesce(p.item_id, CASE WHEN p.kind IN ('invoice', 'invoice_void') THEN p.source_id END, e.reverses_id, e.id) AS item
      FROM accounting_lines l JOIN accounting_accounts a ON a.id = l.account_id AND a.category = 'receivable'
      JOIN accounting_entries e ON e.id = l.entry_id
      LEFT JOIN accounting_app_postings p ON p.entry_id = coalesce(e.reverses_id, e.id)
      WHERE l.owner_id = $1 AND l.ledger_id = $2 AND l.number IS NOT NULL AND l.date <= $3
    ), items AS (
      SELECT client, item, sum(amount) AS net,
        coalesce(max(due_date), min(date) FILTER (WHERE amount > 0), min(date)) AS due
      FROM moved GROUP BY client, item HAVING sum(amount) <> 0
    ), placed AS (
      SELECT client, net, due, sum(-least(net, 0)) OVER (PARTITION BY client) AS credit,
        sum(greatest(net, 0)) OVER (PARTITION BY client ORDER BY due, item ROWS UNBOUNDED PRECEDING) AS running
      FROM items
    ), o AS (SELECT client, net, due, greatest(0, least(net, running - credit)) AS open FROM placed)
    SELECT o.client, ${within(`${late} <= 0`)} AS current, ${within(`${late} BETWEEN 1 AND 30`)} AS d1_30,
      ${within(`${late} BETWEEN 31 AND 60`)} AS d31_60, ${within(`${late} BETWEEN 61 AND 90`)} AS d61_90,
      ${within(`${late} > 90`)} AS d90plus, least(sum(o.net), 0)::float8 AS unapplied, sum(o.net)::float8 AS total
    FROM o GROUP BY o.client HAVING bool_or(o.open > 0) OR sum(o.net) <> 0 ORDER BY o.client NULLS LAST`;
  return executeSql(em, sql, [ownerId, id, asOf]);
}
