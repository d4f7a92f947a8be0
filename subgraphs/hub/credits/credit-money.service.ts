import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { multiplyHalfUp } from "../../../src/money.ts";
import { costOfUse, type CreditDay } from "./credit-value.ts";

/** Money of an account's credits on a day, in minor units of its currency. */
export interface CreditMoney {
  id: string;
  date: string;
  currency: string;
  amount: number;
}

interface Purchase extends CreditMoney {
  accountId: string;
}

interface Reversal {
  id: string;
  accountId: string;
  date: string;
  credits: number;
  transactionId: string;
  granted: number;
  paid: number;
  currency: string;
}

interface DaySums {
  accountId: string;
  date: string;
  added: number;
  used: number;
  reversed: number;
}

/**
 * What an account paid for credits, what was refunded, and what its used credits cost, by day in UTC. Uses are of days
 * before `before`: the cost of a day that still runs would change.
 */
export async function readCreditMoney(
  em: EntityManager,
  { ownerId, before }: { ownerId: string; before: string },
): Promise<{ purchases: CreditMoney[]; refunds: CreditMoney[]; uses: CreditMoney[] }> {
  const purchases = await executeSql<Purchase>(em, purchasesSql, [ownerId]);
  const refunds = withMoney(await executeSql<Reversal>(em, reversalsSql, [ownerId]));
  const sums = await executeSql<DaySums>(em, daysSql, [ownerId]);
  const days = sums.map(({ accountId, date, ...credits }): CreditDay => {
    const isOfDay = (one: Purchase) => one.accountId === accountId && one.date === date;
    const money = {
      paid: byCurrency(purchases.filter(isOfDay)),
      refunded: byCurrency(refunds.filter(isOfDay)),
    };
    return { accountId, date, ...credits, ...money };
  });
  const uses = costOfUse(days)
    .filter(({ date }) => date < before)
    .map(({ accountId, ...use }) => ({ id: `${accountId}-${use.date}-${use.currency}`, ...use }));
  return { purchases, refunds, uses };
}

/** The share of the payment that each reversal took back: differences of running totals, so all of them add up. */
function withMoney(reversals: readonly Reversal[]): Purchase[] {
  const taken = new Map<string, number>();
  return reversals.flatMap(({ id, accountId, date, credits, transactionId, granted, paid, currency }) => {
    const earlier = taken.get(transactionId) ?? 0;
    taken.set(transactionId, earlier + credits);
    const upTo = (sum: number) => multiplyHalfUp(paid, BigInt(sum), BigInt(granted));
    const amount = upTo(earlier + credits) - upTo(earlier);
    return amount === 0 ? [] : [{ id, accountId, date, currency, amount }];
  });
}

function byCurrency(money: readonly CreditMoney[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, amount } of money) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return Object.fromEntries(sums);
}

const day = (column: string) => `(${column} AT TIME ZONE 'UTC')::date::text`;

const purchasesSql = `SELECT t.id, p.account_id AS "accountId", ${day("p.created_at")} AS date, t.currency,
    t.amount::float8 AS amount
  FROM credit_purchases p JOIN payment_transactions t ON t.id = p.transaction_id
  WHERE p.owner_id = $1 ORDER BY p.created_at, t.id`;

const reversalsSql = `SELECT e.id, e.account_id AS "accountId", ${day("e.created_at")} AS date, (-e.amount)::float8 AS credits,
    t.id AS "transactionId", p.granted::float8 AS granted, t.amount::float8 AS paid, t.currency
  FROM credit_entries e JOIN credit_purchases p ON p.transaction_id = e.transaction_id
  JOIN payment_transactions t ON t.id = p.transaction_id
  WHERE e.owner_id = $1 AND e.type = 'reversal' ORDER BY e.sequence`;

const daysSql = `SELECT e.account_id AS "accountId", ${day("e.created_at")} AS date,
    coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::float8 AS added,
    coalesce(sum(-e.amount) FILTER (WHERE e.amount < 0 AND e.type <> 'reversal'), 0)::float8 AS used,
    coalesce(sum(-e.amount) FILTER (WHERE e.type = 'reversal'), 0)::float8 AS reversed
  FROM credit_entries e WHERE e.owner_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`;
