import type { EntityManager } from "@mikro-orm/postgresql";
import { fold } from "../../../../src/bank-statements/line-identity.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingRule } from "../accounting.errors.ts";
import { currenciesOf } from "../bank/present-bank.service.ts";
import { requireBankAccount } from "../bank/bank-account.ts";
import { lockAccounts } from "../journal/write-entry.service.ts";
import { readLedger } from "../ledgers/ledger.rows.ts";
import {
  countRules,
  deleteRule,
  requireRule,
  rulesInOrder,
  ruleTable,
  type BankRuleRow,
} from "./bank-rule.rows.ts";
import type {
  BankRulesArgs,
  CreateBankRuleInput,
  DeleteBankRuleInput,
  UpdateBankRuleInput,
} from "./bank-rule-inputs.types.ts";
import type { BankRule, BankRuleList, DeletedBankRule } from "./bank-rule.types.ts";

const table = "accounting_bank_rules";
/** Most rules of an account: every line of a statement may be compared with each. */
const maxRules = 100;

/** The account's rules in the order in which they are tried. */
export function listBankRules(ctx: HubContext, { currency = null }: BankRulesArgs): Promise<BankRuleList> {
  const read = async (em: EntityManager) => {
    const rows = await rulesInOrder(em, ctx.principal.ownerId ?? "", currency);
    return { rules: await presentRules(em, rows), total: rows.length };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Creates a rule. Throws NOT_FOUND for an account, INVALID_STATE for an archived one, BUSINESS_RULE for accounts of several
 * ledgers, a bank account without statements and the 101st rule, and VALIDATION_ERROR. Idempotent by the key.
 */
export function createBankRule(ctx: HubContext, input: CreateBankRuleInput): Promise<BankRule> {
  return exactlyOnce(ctx, { operation: "createBankRule", input }, async (em) => {
    const { name, accountId, action, enabled, position } = input;
    const ownerId = ctx.principal.ownerId ?? "";
    const places = await requireAccounts(em, ctx, { accountId, bankAccountId: input.bankAccountId ?? null });
    const { count, last } = await countRules(em, ownerId);
    if (count >= maxRules)
      throw accountingRule("too_many_rules", "An account has at most 100 bank rules. Delete one first.", {
        maximum: maxRules,
      });
    const at = ctx.clock.now().toISOString();
    const conditions = conditionsOf(input, places.decimals);
    const row: BankRuleRow = {
      id: newId("bmr"),
      ownerId,
      ledgerId: places.ledgerId,
      name: name.trim(),
      position: position ?? Math.min(last + 1, 10_000),
      isEnabled: enabled,
      action,
      bankAccountId: input.bankAccountId ?? null,
      ...emptyConditions,
      ...conditions,
      accountId,
      client: input.client ?? null,
      project: input.project ?? null,
      memo: input.memo?.trim() ?? null,
      createdBy: ctx.principal.id,
      createdAt: at,
      updatedAt: at,
    };
    checkConditions(row);
    await ruleTable.insertAll(em, table, [row]);
    return (await presentRules(em, [row]))[0]!;
  });
}

/** Changes a rule; entries and matches that it made stay. Throws NOT_FOUND, and what creating throws. Idempotent by the key. */
export function updateBankRule(ctx: HubContext, input: UpdateBankRuleInput): Promise<BankRule> {
  return exactlyOnce(ctx, { operation: "updateBankRule", input }, async (em) => {
    const before = await requireRule(em, ctx, { id: input.ruleId, lock: true });
    const { name, accountId, action, position, enabled, bankAccountId, client, project, memo } = input;
    const account = accountId ?? before.accountId;
    const bank = bankAccountId === undefined ? before.bankAccountId : bankAccountId;
    const isMoved = account !== before.accountId || bank !== before.bankAccountId;
    const places = isMoved
      ? await requireAccounts(em, ctx, { accountId: account, bankAccountId: bank })
      : null;
    if (places !== null && places.ledgerId !== before.ledgerId)
      throw accountingRule(
        "several_ledgers",
        "All accounts of a bank rule must be of its ledger. Choose accounts of its currency.",
      );
    const { currency } = (await readLedger(em, ctx, { id: before.ledgerId }))!;
    const changes: Partial<BankRuleRow> = {
      ...(name ? { name: name.trim() } : {}),
      ...(action ? { action } : {}),
      ...(position ? { position } : {}),
      ...(enabled === undefined || enabled === null ? {} : { isEnabled: enabled }),
      ...(client === undefined ? {} : { client }),
      ...(project === undefined ? {} : { project }),
      ...(memo === undefined ? {} : { memo: memo?.trim() ?? null }),
      ...(places ? { accountId: account, bankAccountId: bank } : {}),
      ...conditionsOf(input, currencyDecimals(currency)),
      updatedAt: ctx.clock.now().toISOString(),
    };
    const row = { ...before, ...changes };
    checkConditions(row);
    await ruleTable.updateRow(em, table, row.id, changes);
    return (await presentRules(em, [row]))[0]!;
  });
}

/** Deletes a rule; entries and matches that it made stay. Throws NOT_FOUND. Idempotent by the key. */
export function deleteBankRule(ctx: HubContext, input: DeleteBankRuleInput): Promise<DeletedBankRule> {
  return exactlyOnce(ctx, { operation: "deleteBankRule", input }, async (em) => {
    const { id } = await requireRule(em, ctx, { id: input.ruleId, lock: true });
    await deleteRule(em, id);
    return { id, deleted: true };
  });
}

const emptyConditions = {
  texts: null,
  counterparty: null,
  direction: null,
  minAmount: null,
  maxAmount: null,
};

type Conditions = Pick<BankRuleRow, keyof typeof emptyConditions>;

/** The conditions that the input names; null removes one. */
function conditionsOf(
  input: CreateBankRuleInput | UpdateBankRuleInput,
  decimals: number,
): Partial<Conditions> {
  const { texts, counterparty, direction, minAmount, maxAmount } = input;
  const minor = (amount: number | null) => (amount === null ? null : toMinor(amount, decimals));
  return {
    ...(texts === undefined ? {} : { texts }),
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(direction === undefined ? {} : { direction }),
    ...(minAmount === undefined ? {} : { minAmount: minor(minAmount) }),
    ...(maxAmount === undefined ? {} : { maxAmount: minor(maxAmount) }),
  };
}

function checkConditions({ texts, counterparty, minAmount, maxAmount }: Conditions): void {
  if (texts === null && counterparty === null) {
    const message = "is required where there is no counterparty";
    throw validationError([{ path: "texts", message, rule: "required" }]);
  }
  const wordless = (texts ?? []).flatMap((text, index) =>
    fold(text) === ""
      ? [{ path: `texts.${index}`, message: "must have a letter or a digit", rule: "pattern" }]
      : [],
  );
  if (wordless.length > 0) throw validationError(wordless);
  if (minAmount !== null && maxAmount !== null && minAmount > maxAmount) {
    const message = "must not be below minAmount";
    throw validationError([{ path: "maxAmount", message, rule: "min" }]);
  }
}

async function requireAccounts(
  em: EntityManager,
  ctx: HubContext,
  { accountId, bankAccountId }: { accountId: string; bankAccountId: string | null },
): Promise<{ ledgerId: string; decimals: number }> {
  if (accountId === bankAccountId) {
    const message = "must not be the account with the statements";
    throw validationError([{ path: "accountId", message, rule: "different" }]);
  }
  const accounts = await lockAccounts(em, ctx, [
    accountId,
    ...(bankAccountId === null ? [] : [bankAccountId]),
  ]);
  const bank = accounts.find(({ id }) => id === bankAccountId);
  if (bank) requireBankAccount(bank);
  const { ledgerId } = accounts[0]!;
  const { currency } = (await readLedger(em, ctx, { id: ledgerId }))!;
  return { ledgerId, decimals: currencyDecimals(currency) };
}

async function presentRules(em: EntityManager, rows: readonly BankRuleRow[]): Promise<BankRule[]> {
  const currencies = await currenciesOf(em, rows);
  return rows.map((row) => {
    const { ownerId: _, ledgerId, createdBy: __, isEnabled, texts, minAmount, maxAmount, ...rest } = row;
    const currency = currencies.get(ledgerId)!;
    const major = (minor: number | null) =>
      minor === null ? null : toMajor(minor, currencyDecimals(currency));
    return {
      ...rest,
      enabled: isEnabled,
      texts: texts ?? [],
      currency,
      minAmount: major(minAmount),
      maxAmount: major(maxAmount),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    };
  });
}
