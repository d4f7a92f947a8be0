import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { toShown } from "../amounts.ts";
import type { FinanceContext } from "../finance.context.ts";
import type { RuleCondition } from "../finance-tables.ts";
import { applyRules, holds, type RuledEntry } from "../transactions/categorisation.ts";
import { assertConditions, assertNamed } from "../transactions/rules.service.ts";
import type { RuledFields, RuleTest, RuleTestChange, TestRuleArgs } from "./rule-changes.types.ts";

interface StoredEntry extends Omit<RuledEntry, "decimals" | "tags"> {
  id: string;
  date: string;
  currency: string;
  tags: string[];
  isFree: boolean;
}

type Settable = Pick<RuledEntry, "payee" | "categoryId" | "tags">;

/**
 * What a rule alone would do to the transactions that exist; nothing is changed. Throws VALIDATION_ERROR, and NOT_FOUND for
 * a category or account.
 */
export function testRule(
  ctx: FinanceContext,
  { conditions, actions, limit }: TestRuleArgs,
): Promise<RuleTest> {
  assertConditions(conditions);
  const rule = { conditions, actions, stopOnMatch: false };
  const read = async (em: EntityManager) => {
    await assertNamed(em, ctx, rule);
    const matched = (await candidatesOf(em, ctx, conditions))
      .map((entry) => ({ ...entry, decimals: currencyDecimals(entry.currency) }))
      .filter((entry) => conditions.every((condition) => holds(condition, entry)));
    const free = matched.filter(({ isFree }) => isFree);
    const changes = free.flatMap((before) => {
      const after = applyRules([rule], before);
      const isSame =
        after.categoryId === before.categoryId &&
        after.payee === before.payee &&
        after.tags.length === before.tags.length;
      return isSame ? [] : [changeOf(before, after)];
    });
    return {
      matched: matched.length,
      skipped: matched.length - free.length,
      changed: changes.length,
      changes: changes.slice(0, limit),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Transactions that may meet the conditions, latest first. Payees are compared here by the same function that rules are
 * applied with, since there are far fewer of them than transactions.
 */
async function candidatesOf(
  em: EntityManager,
  ctx: FinanceContext,
  conditions: readonly RuleCondition[],
): Promise<StoredEntry[]> {
  const ownerId = ownerOf(ctx);
  const named = "SELECT id, name FROM finance_payees WHERE owner_id = $1";
  const ofPayee = conditions.filter(({ field }) => field === "payee");
  const found = await executeSql<{ id: string; name: string }>(em, named, [ownerId]);
  const payees = found.filter(({ name }) => ofPayee.every((condition) => holds(condition, entryOf(name))));
  const accounts = conditions.filter(({ field }) => field === "account").map(({ value }) => value);
  const sql = `SELECT t.id, t.date::text, t.amount::float8, t.account_id AS "accountId", t.category_id AS "categoryId",
      t.notes, t.tags, p.name AS payee, a.currency, t.status <> 'reconciled' AND t.transfer_id IS NULL
        AND t.trade_id IS NULL AND NOT EXISTS (SELECT 1 FROM finance_splits AS s WHERE s.transaction_id = t.id) AS "isFree"
    FROM finance_transactions AS t JOIN finance_payees AS p ON p.id = t.payee_id
    JOIN finance_accounts AS a ON a.id = t.account_id
    WHERE t.owner_id = $1 AND ($2::text[] IS NULL OR t.payee_id = ANY ($2)) AND ($3::text IS NULL OR t.account_id = $3)
      AND (NOT $4 OR t.notes IS NOT NULL)
    ORDER BY t.date DESC, t.id DESC`;
  const hasNotes = conditions.some(({ field }) => field === "notes");
  const payeeIds = ofPayee.length > 0 ? payees.map(({ id }) => id) : null;
  return executeSql<StoredEntry>(em, sql, [ownerId, payeeIds, accounts[0] ?? null, hasNotes]);
}

function entryOf(payee: string): RuledEntry {
  return { payee, notes: null, accountId: "", amount: 0, decimals: 0, categoryId: null, tags: [] };
}

function changeOf(before: StoredEntry, after: Settable): RuleTestChange {
  const { id: transactionId, date, currency } = before;
  const amount = toShown(before.amount, currency);
  return { transactionId, date, amount, currency, before: fieldsOf(before), after: fieldsOf(after) };
}

function fieldsOf({ payee, categoryId, tags }: Settable): RuledFields {
  return { payee, categoryId, tags: [...tags] };
}
