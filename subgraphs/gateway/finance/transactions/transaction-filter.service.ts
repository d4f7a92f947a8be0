import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { multiplyHalfUp, parseDecimal } from "../../../../src/money.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { escapeLike } from "../../base/like.ts";

/** Filter for transactions; omitted fields do not filter. Amounts are in major units. */
export interface EntryFilter {
  accountId?: string | null;
  from?: string | null;
  to?: string | null;
  categoryId?: string | null;
  tag?: string | null;
  amountMin?: number | null;
  amountMax?: number | null;
  uncategorized?: boolean | null;
  status?: string | null;
  query?: string | null;
}

/** The condition of a filter over `finance_entries`, as `t`; its values begin at `$2`. */
export async function filterOf(
  em: EntityManager,
  ctx: FinanceContext,
  filter: EntryFilter,
): Promise<{ where: string; values: unknown[] }> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === null || value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length + 1}`));
  };
  add(filter.accountId, (place) => `account_id = ${place}`);
  add(filter.from, (place) => `date >= ${place}::date`);
  add(filter.to, (place) => `date <= ${place}::date`);
  add(
    filter.categoryId,
    (place) => `(category_id = ${place} AND splits IS NULL
      OR splits @> jsonb_build_array(jsonb_build_object('categoryId', ${place}::text)))`,
  );
  add(filter.tag, (place) => `tags ? ${place}`);
  add(filter.status, (place) => `status = ${place}`);
  const bound = (amount: number | null | undefined) => boundsOf(em, ctx, amount);
  add(await bound(filter.amountMin), (place) => `amount >= (${place}::jsonb ->> currency)::bigint`);
  add(await bound(filter.amountMax), (place) => `amount <= (${place}::jsonb ->> currency)::bigint`);
  for (const word of filter.query?.trim().split(/\s+/) ?? []) {
    const size = await bound(/^\d{1,12}(\.\d{1,3})?$/.test(word) ? Number(word) : null);
    const like = (place: string) => `(payee || ' ' || coalesce(notes, '')) ILIKE ${place}`;
    const text = `%${escapeLike(word)}%`;
    if (size === null) add(text, like);
    else {
      values.push(text, size);
      const [first, second] = [values.length, values.length + 1];
      conditions.push(`(${like(`$${first}`)} OR abs(amount) = ($${second}::jsonb ->> currency)::bigint)`);
    }
  }
  if (filter.uncategorized === true)
    conditions.push("category_id IS NULL AND splits IS NULL AND transfer_id IS NULL AND trade_id IS NULL");
  if (filter.uncategorized === false) conditions.push("(category_id IS NOT NULL OR splits IS NOT NULL)");
  return { where: conditions.join(" AND "), values };
}

/** An amount in minor units of each currency that the account has, as JSON; null for none. */
async function boundsOf(
  em: EntityManager,
  ctx: FinanceContext,
  amount: number | null | undefined,
): Promise<string | null> {
  if (amount === null || amount === undefined) return null;
  const sql = "SELECT DISTINCT currency FROM finance_accounts WHERE owner_id = $1";
  const currencies = await executeSql<{ currency: string }>(em, sql, [ownerOf(ctx)]);
  const { digits, scale } = parseDecimal(amount);
  const minor = (currency: string) =>
    multiplyHalfUp(1, digits * 10n ** BigInt(currencyDecimals(currency)), 10n ** BigInt(scale));
  return JSON.stringify(Object.fromEntries(currencies.map(({ currency }) => [currency, minor(currency)])));
}
