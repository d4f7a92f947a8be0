import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { controlBalance } from "../ledgers/control-balance.rows.ts";
import { emptyLedger, findLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { today } from "./bills.service.ts";
import type { AccountsPayableAging, AccountsPayableAgingArgs } from "./payable-aging.types.ts";

const buckets = ["current", "d1_30", "d31_60", "d61_90", "d90plus", "total"] as const;
type Sums = Record<(typeof buckets)[number], number>;

/** Most vendors that the report names; the totals include the others. */
const maxVendors = 1_000;

/**
 * What was owed to vendors at the end of a day, from bills and payments that counted then, beside the balance of the
 * payable accounts. Throws INVALID_CURRENCY.
 */
export function readPayableAging(
  ctx: HubContext,
  args: AccountsPayableAgingArgs,
): Promise<AccountsPayableAging> {
  const asOf = args.asOf ?? today(ctx);
  const read = async (em: EntityManager) => {
    const found = await findLedger(em, ctx, args.currency);
    const { currency } = found ?? emptyLedger(ctx, args.currency);
    const decimals = currencyDecimals(currency);
    const rows = found === null ? [] : await openByVendor(em, found, asOf);
    const totals = Object.fromEntries(
      buckets.map((bucket) => [bucket, rows.reduce((sum, row) => sum + row[bucket], 0)]),
    ) as Sums;
    const balance = found === null ? 0 : await payableBalance(em, found, asOf);
    const major = (sums: Sums) =>
      Object.fromEntries(
        buckets.map((bucket) => [bucket, toMajor(sums[bucket], decimals)]),
      ) as unknown as Sums;
    return {
      asOf,
      currency,
      vendors: rows
        .slice(0, maxVendors)
        .map((row) => ({ vendorId: row.vendorId, name: row.name, ...major(row) })),
      totals: major(totals),
      ledgerBalance: toMajor(balance, decimals),
      difference: toMajor(balance - totals.total, decimals),
    };
  };
  return inTransaction(ctx, read, { readOnly: true, isolationLevel: "repeatable read" });
}

/** What is owed on bills at the end of a day, and the balance of the payable accounts, in minor units. */
export async function openPayables(
  em: EntityManager,
  ledger: LedgerRow,
  asOf: string,
): Promise<{ owed: number; balance: number }> {
  const rows = await openByVendor(em, ledger, asOf);
  const owed = rows.reduce((sum, { total }) => sum + total, 0);
  return { owed, balance: await payableBalance(em, ledger, asOf) };
}

function openByVendor(
  em: EntityManager,
  { id, ownerId }: LedgerRow,
  asOf: string,
): Promise<({ vendorId: string; name: string } & Sums)[]> {
  const late = "$3::date - o.due_date";
  const within = (condition: string) => `coalesce(sum(o.open) FILTER (WHERE ${condition}), 0)::float8`;
  const sql = `WITH o AS (
      SELECT b.vendor_id, b.due_date, b.total - coalesce((SELECT sum(p.amount) FROM accounting_bill_payments p
        WHERE p.owner_id = b.owner_id AND p.ledger_id = b.ledger_id AND p.bill_id = b.id AND p.date <= $3
          AND (p.voided_on IS NULL OR p.voided_on > $3)), 0) AS open
      FROM accounting_bills b WHERE b.owner_id = $1 AND b.ledger_id = $2 AND b.entry_id IS NOT NULL AND b.date <= $3
        AND (b.voided_on IS NULL OR b.voided_on > $3))
    SELECT v.id AS "vendorId", v.name, ${within(`${late} <= 0`)} AS current, ${within(`${late} BETWEEN 1 AND 30`)} AS d1_30,
      ${within(`${late} BETWEEN 31 AND 60`)} AS d31_60, ${within(`${late} BETWEEN 61 AND 90`)} AS d61_90,
      ${within(`${late} > 90`)} AS d90plus, sum(o.open)::float8 AS total
    FROM o JOIN accounting_vendors v ON v.id = o.vendor_id WHERE o.open > 0 GROUP BY v.id, v.name ORDER BY v.name, v.id`;
  return executeSql(em, sql, [ownerId, id, asOf]);
}

/** Credits less debits of the payable accounts. */
async function payableBalance(em: EntityManager, ledger: LedgerRow, asOf: string): Promise<number> {
  // Never -0, which reports would show.
  return 0 - (await controlBalance(em, ledger, { category: "payable", asOf }));
}
