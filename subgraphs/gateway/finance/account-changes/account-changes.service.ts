import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql, sqlState } from "../../../../src/db/sql.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import type { DomainError } from "../../../../src/errors.ts";
import { businessRule, versionConflict } from "../../base/gateway.errors.ts";
import type { FinanceAccount } from "../accounts/account.types.ts";
import { accountOf, presentAccount, rateDecimals } from "../accounts/accounts.service.ts";
import { reconciledUntil } from "../accounts/reconciled.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { updateRow } from "../finance.rows.ts";
import type { AccountRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import type * as types from "./account-changes.types.ts";
import { usesOf, type AccountUse } from "./account-uses.service.ts";

/**
 * Changes an account. Throws NOT_FOUND, VERSION_CONFLICT, INVALID_CURRENCY, AMOUNT_PRECISION, and BUSINESS_RULE for what is
 * fixed: `currency_fixed` once anything is booked in it, `kind_fixed` with trades or a loan, `reconciled` for the opening.
 */
export function updateAccount(ctx: FinanceContext, input: types.UpdateAccountInput): Promise<FinanceAccount> {
  return changeOnce(ctx, { operation: "updateAccount", input }, async (em) => {
    const before = await accountOf(em, ctx, input.accountId, true);
    const { version } = input;
    if (typeof version === "number" && version !== before.version) throw versionConflict(before.version);
    const currency = input.currency ? parseCurrency(input.currency) : before.currency;
    const opening = input.openingBalance ?? toShown(before.openingBalance, before.currency);
    const after = {
      name: input.name?.trim() ?? before.name,
      kind: input.kind ?? before.kind,
      currency,
      openingBalance: toStored(opening, currency),
      openedOn: input.openedOn ?? before.openedOn,
      includeInNetWorth: input.includeInNetWorth ?? before.includeInNetWorth,
      annualRate: rateOf(input, before),
    };
    await refuseFixed(em, before, after);
    return saveAccount(em, ctx, before, after);
  });
}

/** The rate after a change; that of a card is lost when it becomes another account. Throws VALIDATION_ERROR. */
function rateOf({ annualRate, kind }: types.UpdateAccountInput, before: AccountRow): number | null {
  const isCard = (kind ?? before.kind) === "credit_card";
  if (typeof annualRate !== "number") return annualRate === null || !isCard ? null : before.annualRate;
  if (!isCard) throw badInput("annualRate", "must be omitted unless the account is a credit card", "card");
  if (parseDecimal(annualRate).scale > rateDecimals)
    throw badInput("annualRate", `must have at most ${rateDecimals} decimals`, "decimals");
  return toMinor(annualRate, rateDecimals);
}

async function refuseFixed(
  em: EntityManager,
  before: AccountRow,
  after: Pick<AccountRow, "kind" | "currency" | "openingBalance" | "openedOn">,
): Promise<void> {
  const isMoved =
    after.currency !== before.currency ||
    after.openingBalance !== before.openingBalance ||
    after.openedOn !== before.openedOn;
  const until = isMoved ? await reconciledUntil(em, before.id) : null;
  if (until !== null)
    throw businessRule(
      "reconciled",
      `The opening balance is part of the reconciliation up to ${until}. Use adjustAccountBalance on a later date.`,
      { reconciledUntil: until },
    );
  if (after.currency === before.currency && after.kind === before.kind) return;
  const uses = await usesOf(em, before);
  if (after.currency !== before.currency && uses.length > 0)
    throw businessRule(
      "currency_fixed",
      "The currency is fixed because the account is used. Create a new account in the other currency.",
      { uses },
    );
  const binding = uses.filter((use) => use === "trades" || use === "loan");
  if (after.kind !== before.kind && binding.length > 0)
    throw businessRule(
      "kind_fixed",
      "The kind is fixed because the account has trades or a loan. Create a new account of the other kind.",
      { uses: binding },
    );
}

/** Opens a closed account again; an open one stays as it is. Throws NOT_FOUND. */
export function reopenAccount(
  ctx: FinanceContext,
  input: types.FinanceAccountIdInput,
): Promise<FinanceAccount> {
  return changeOnce(ctx, { operation: "reopenAccount", input }, async (em) => {
    const before = await accountOf(em, ctx, input.accountId, true);
    if (before.status === "open") return presentAccount(em, ctx, before);
    return saveAccount(em, ctx, before, { status: "open" });
  });
}

/**
 * Deletes an account that nothing is booked on. Throws NOT_FOUND, and BUSINESS_RULE (`account_in_use`) with `details.uses`
 * for one with history, which is closed instead.
 */
export function deleteFinanceAccount(
  ctx: FinanceContext,
  input: types.FinanceAccountIdInput,
): Promise<types.DeletedFinanceAccount> {
  return changeOnce(ctx, { operation: "deleteFinanceAccount", input }, async (em) => {
    const account = await accountOf(em, ctx, input.accountId, true);
    const uses = await usesOf(em, account);
    if (uses.length > 0) throw inUse(uses);
    // Imports that were undone, and had added nothing.
    await executeSql(em, "DELETE FROM finance_import_batches WHERE account_id = $1", [account.id]);
    await executeSql(em, "DELETE FROM finance_accounts WHERE id = $1", [account.id]).catch(
      (error: unknown) => {
        if (sqlState(error) === foreignKeyViolation) throw inUse([]);
        throw error;
      },
    );
    return { deleted: true as const };
  });
}

const foreignKeyViolation = "23503";

function inUse(uses: readonly AccountUse[]): DomainError {
  const message = "An account with history cannot be deleted. Close it instead, which keeps its history.";
  return businessRule("account_in_use", message, { uses });
}

/** Saves changes of a locked account, and answers it as it is shown. */
export async function saveAccount(
  em: EntityManager,
  ctx: FinanceContext,
  before: AccountRow,
  changes: Partial<AccountRow>,
): Promise<FinanceAccount> {
  const kept = { version: before.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "finance_accounts", before.id, { ...changes, ...kept });
  return presentAccount(em, ctx, { ...before, ...changes, ...kept });
}
