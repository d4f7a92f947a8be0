import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { parseDecimal, toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingRule, ledgerAccountNotFound } from "../accounting.errors.ts";
import { findLedgerAccount, listLedgerAccountRows } from "../accounts/ledger-account.rows.ts";
import type { EntryRow } from "../journal/journal.rows.ts";
import { presentEntries } from "../journal/present-entry.service.ts";
import {
  lockAccounts,
  lockOpenPeriod,
  storePosted,
  type PreparedLine,
} from "../journal/write-entry.service.ts";
import { emptyLedger, findLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { valueAt } from "./revaluation.ts";
import { listForeignPositions, lockRevaluation, type NamedPosition } from "./revaluation.rows.ts";
import type * as types from "./revaluation.types.ts";

/** Balances of monetary accounts in foreign currencies, with their values in the books. Throws INVALID_CURRENCY. */
export function readForeignBalances(
  ctx: HubContext,
  { asOf, currency }: types.ForeignBalancesArgs,
): Promise<types.ForeignBalances> {
  const read = async (em: EntityManager) => {
    const ledger = (await findLedger(em, ctx, currency)) ?? emptyLedger(ctx, currency);
    const positions = await listForeignPositions(em, ledger, asOf);
    return { currency: ledger.currency, asOf, balances: positions.map((one) => shown(one, ledger)) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Takes balances in foreign currencies to the rates of a day, against gains and losses on exchange. Monetary accounts alone are
 * revalued. An account that is empty in the foreign currency and not in the ledger's has a realized difference, which is booked too.
 * A second revaluation at the same rates posts nothing. Throws VALIDATION_ERROR, NOT_FOUND for the account of gains,
 * BUSINESS_RULE for one of another type, a missing one, or a missing rate, and INVALID_STATE for a closed period. Idempotent.
 */
export function revalueForeignBalances(
  ctx: HubContext,
  input: types.RevalueForeignBalancesInput,
): Promise<types.ForeignRevaluation> {
  return exactlyOnce(ctx, { operation: "revalueForeignBalances", input }, async (em) => {
    const { asOf } = input;
    const ledger = (await findLedger(em, ctx, input.currency)) ?? emptyLedger(ctx, input.currency);
    const rates = readRates(input.rates, ledger);
    if (input.exchangeAccountId)
      await requireExchangeAccount(em, ctx, { ledger, id: input.exchangeAccountId });
    await lockRevaluation(em, ledger);
    const positions = await listForeignPositions(em, ledger, asOf);
    requireRates(positions, rates);
    const revalued = positions.map((position) => {
      const rate = rates.get(position.foreignCurrency)!;
      const newValue = valueAt(position, { rate, currency: ledger.currency });
      return { position, rate, newValue, adjustment: newValue - position.value };
    });
    const changed = revalued.filter(({ adjustment }) => adjustment !== 0);
    const entries = changed.length === 0 ? [] : await postAll(em, ctx, { ledger, input, changed });
    const decimals = currencyDecimals(ledger.currency);
    return {
      currency: ledger.currency,
      asOf,
      balances: revalued.map(({ position, rate, newValue, adjustment }) =>
        Object.assign(shown(position, ledger), {
          exchangeRate: rate,
          newValue: toMajor(newValue, decimals),
          adjustment: toMajor(adjustment, decimals),
        }),
      ),
      gain: toMajor(sumOf(changed), decimals),
      entries: await presentEntries(em, entries),
    };
  });
}

interface Revalued {
  position: NamedPosition;
  rate: number;
  adjustment: number;
}

/** One entry per currency, whose lines are 0 in the foreign currency. */
async function postAll(
  em: EntityManager,
  ctx: HubContext,
  {
    ledger,
    input,
    changed,
  }: { ledger: LedgerRow; input: types.RevalueForeignBalancesInput; changed: readonly Revalued[] },
): Promise<EntryRow[]> {
  const exchangeId = await requireExchangeAccount(em, ctx, { ledger, id: input.exchangeAccountId ?? null });
  await lockAccounts(em, ctx, [exchangeId, ...changed.map(({ position }) => position.accountId)]);
  const open = await lockOpenPeriod(em, ctx, { ledgerId: ledger.id, date: input.asOf });
  const entries: EntryRow[] = [];
  for (const [currency, ofCurrency] of Map.groupBy(changed, ({ position }) => position.foreignCurrency)) {
    const lines = ofCurrency.map(({ position, adjustment }) => lineOf(position.accountId, adjustment));
    const gain = sumOf(ofCurrency);
    if (gain !== 0) lines.push(lineOf(exchangeId, -gain));
    const { rate } = ofCurrency[0]!;
    const prepared = {
      date: input.asOf,
      memo: `Revaluation of ${currency} at ${rate}`,
      kind: "revaluation" as const,
      lines,
      total: lines.reduce((sum, { debit }) => sum + debit, 0),
      foreign: { currency, total: 0, rate },
    };
    entries.push(await storePosted(em, ctx, { ledger: open, prepared }));
  }
  return entries;
}

function sumOf(changed: readonly Revalued[]): number {
  return changed.reduce((sum, { adjustment }) => sum + adjustment, 0);
}

function lineOf(accountId: string, amount: number): PreparedLine {
  return {
    accountId,
    debit: Math.max(amount, 0),
    credit: Math.max(-amount, 0),
    foreignDebit: 0,
    foreignCredit: 0,
    memo: null,
    app: null,
    client: null,
    project: null,
  };
}

/** The account of the standard chart for gains and losses on exchange. */
const standardCode = "7200";

async function requireExchangeAccount(
  em: EntityManager,
  ctx: HubContext,
  { ledger, id }: { ledger: LedgerRow; id: string | null },
): Promise<string> {
  if (id === null) {
    const accounts = await listLedgerAccountRows(em, ledger);
    const standard = accounts.find(({ code, type }) => code === standardCode && type === "income");
    if (standard) return standard.id;
    throw accountingRule(
      "exchange_account_missing",
      `The chart has no account ${standardCode} for gains and losses. Choose one with exchangeAccountId.`,
    );
  }
  const account = await findLedgerAccount(em, ctx, { id });
  if (!account || account.ledgerId !== ledger.id) throw ledgerAccountNotFound();
  if (account.type === "income" || account.type === "expense") return id;
  throw accountingRule(
    "account_type",
    "Gains and losses need an account of income or expenses. Choose another one.",
    { accountId: id },
  );
}

function readRates(
  given: readonly types.ClosingRateInput[],
  { currency }: LedgerRow,
): ReadonlyMap<string, number> {
  const rates = new Map<string, number>();
  const faults: FieldFault[] = [];
  for (const [index, { foreignCurrency, exchangeRate }] of given.entries()) {
    const refuse = (name: string, message: string, rule: string) =>
      faults.push({ path: `rates.${index}.${name}`, message, rule });
    if (foreignCurrency === currency)
      refuse("foreignCurrency", "must not be the currency of the ledger", "foreignCurrency");
    if (rates.has(foreignCurrency)) refuse("foreignCurrency", "must not repeat an earlier one", "unique");
    if (parseDecimal(exchangeRate).scale > 10)
      refuse("exchangeRate", "must have at most 10 decimals", "decimals");
    rates.set(foreignCurrency, exchangeRate);
  }
  if (faults.length > 0) throw validationError(faults);
  return rates;
}

function requireRates(positions: readonly NamedPosition[], rates: ReadonlyMap<string, number>): void {
  const used = [...new Set(positions.map(({ foreignCurrency }) => foreignCurrency))];
  const missing = used.filter((currency) => !rates.has(currency));
  if (missing.length === 0) return;
  throw accountingRule("rate_missing", "Some foreign currencies have no rate. Add them to `rates`.", {
    currencies: missing,
  });
}

function shown(
  { accountId, accountCode, accountName, foreignCurrency, foreign, value }: NamedPosition,
  { currency }: LedgerRow,
): types.ForeignBalance {
  return {
    accountId,
    accountCode,
    accountName,
    foreignCurrency,
    foreignBalance: toMajor(foreign, currencyDecimals(foreignCurrency)),
    value: toMajor(value, currencyDecimals(currency)),
  };
}
