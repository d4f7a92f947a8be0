import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { spendingKinds } from "../accounts/account-kinds.ts";
import { toShown } from "../amounts.ts";
import type { FinanceContext } from "../finance.context.ts";
import { addMonthsToDay } from "../months.ts";
import { runningCharge, type Charge } from "./recurring-charges.ts";
import type { RecurringChargeList } from "./recurring-charge.types.ts";

const months = 24;
/** Weekly charges of two years, and some: payees with more are shops. */
const maxCharges = 130;
const maxIds = 10;

interface PayeeCharges {
  payeeId: string;
  payee: string;
  currency: string;
  charges: Charge[];
}

/** Small charges that repeat and still run, by their payments of the last two years. Each currency is separate. */
export function listRecurringCharges(ctx: FinanceContext): Promise<RecurringChargeList> {
  const read = async (em: EntityManager) => {
    const { today } = await daysOf(em, ctx);
    const found = (await chargesOf(em, ctx, today)).flatMap(({ charges, ...payee }) => {
      const running = runningCharge(charges, today);
      const ids = charges.slice(-maxIds).map(({ id }) => id);
      const more = { count: charges.length, transactionIds: ids.toReversed() };
      return running === null ? [] : [{ ...payee, ...running, ...more }];
    });
    const sorted = found.sort((a, b) =>
      a.currency === b.currency ? b.monthlyCost - a.monthlyCost : a.currency < b.currency ? -1 : 1,
    );
    const totals = [...Map.groupBy(sorted, ({ currency }) => currency)].map(([currency, group]) => ({
      currency,
      monthlyCost: toShown(
        group.reduce((sum, { monthlyCost }) => sum + monthlyCost, 0),
        currency,
      ),
    }));
    const charges = sorted.map((charge) => ({
      ...charge,
      amount: toShown(charge.amount, charge.currency),
      monthlyCost: toShown(charge.monthlyCost, charge.currency),
      priceChange: toShown(charge.priceChange, charge.currency),
    }));
    return { charges, totals };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function chargesOf(em: EntityManager, ctx: FinanceContext, today: string): Promise<PayeeCharges[]> {
  const sql = `SELECT t.payee_id AS "payeeId", p.name AS payee, a.currency,
      jsonb_agg(jsonb_build_object('id', t.id, 'date', t.date, 'amount', -t.amount) ORDER BY t.date, t.id) AS charges
    FROM finance_transactions AS t JOIN finance_payees AS p ON p.id = t.payee_id
    JOIN finance_accounts AS a ON a.id = t.account_id
    WHERE t.owner_id = $1 AND t.date > $2 AND t.date <= $3 AND t.amount < 0 AND t.transfer_id IS NULL
      AND t.trade_id IS NULL AND a.kind = ANY ($4)
    GROUP BY t.payee_id, p.name, a.currency HAVING count(*) BETWEEN 2 AND ${maxCharges} ORDER BY p.name, t.payee_id`;
  const values = [ownerOf(ctx), addMonthsToDay(today, -months), today, spendingKinds];
  return executeSql<PayeeCharges>(em, sql, values);
}
