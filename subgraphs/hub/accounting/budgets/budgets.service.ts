import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingRule } from "../accounting.errors.ts";
import { lockAccounts } from "../journal/write-entry.service.ts";
import { monthOf } from "../ledgers/fiscal-year.ts";
import { readLedger } from "../ledgers/ledger.rows.ts";
import {
  budgetTables,
  countLines,
  deleteBudgetRows,
  linesOfBudget,
  removeLines,
  requireBudget,
  sumsOfBudgets,
  type BudgetRow,
  type BudgetSums,
} from "./budget.rows.ts";
import type {
  CreateLedgerBudgetInput,
  DeletedLedgerBudget,
  DeleteLedgerBudgetInput,
  LedgerBudget,
  LedgerBudgetDetail,
  LedgerBudgetLineInput,
  LedgerBudgetPage,
  LedgerBudgetsArgs,
  UpdateLedgerBudgetInput,
} from "./budget.types.ts";

const table = "accounting_budgets";

/** What the list shows of a budget. */
type Summary = Pick<LedgerBudget, keyof LedgerBudget>;

/** Most lines of a budget: 100 accounts in two years. */
const maxLines = 2_400;

/**
 * Creates a budget. Throws NOT_FOUND for an account, INVALID_STATE for an archived one, BUSINESS_RULE for accounts of several
 * ledgers or of other types than income and expenses, and VALIDATION_ERROR. Idempotent by the key.
 */
export function createLedgerBudget(
  ctx: HubContext,
  input: CreateLedgerBudgetInput,
): Promise<LedgerBudgetDetail> {
  checkLines(input.lines);
  return exactlyOnce(ctx, { operation: "createLedgerBudget", input }, async (em) => {
    const at = ctx.clock.now().toISOString();
    const row: BudgetRow = {
      id: newId("lbg"),
      ownerId: ctx.principal.ownerId ?? "",
      ledgerId: await ledgerOfLines(em, ctx, input.lines),
      name: input.name.trim(),
      createdAt: at,
      updatedAt: at,
    };
    await budgetTables.insertAll(em, table, [row]);
    await setLines(em, ctx, row, input.lines);
    return presentDetail(em, row);
  });
}

/** Changes the name and sets the given lines. Throws NOT_FOUND, and what creating throws. Idempotent by the key. */
export function updateLedgerBudget(
  ctx: HubContext,
  input: UpdateLedgerBudgetInput,
): Promise<LedgerBudgetDetail> {
  const lines = input.lines ?? [];
  checkLines(lines);
  return exactlyOnce(ctx, { operation: "updateLedgerBudget", input }, async (em) => {
    // Locked: two changes of one budget wait for each other.
    const before = await requireBudget(em, ctx, { id: input.budgetId, lock: true });
    if (lines.length > 0 && (await ledgerOfLines(em, ctx, lines)) !== before.ledgerId)
      throw accountingRule(
        "several_ledgers",
        "All accounts of a budget must be of its ledger. Choose accounts of its currency.",
      );
    const changes: Partial<BudgetRow> = { updatedAt: ctx.clock.now().toISOString() };
    if (input.name) changes.name = input.name.trim();
    await budgetTables.updateRow(em, table, before.id, changes);
    const row = { ...before, ...changes };
    if (lines.length > 0) await setLines(em, ctx, row, lines);
    return presentDetail(em, row);
  });
}

/** Deletes a budget with its lines. Throws NOT_FOUND. Idempotent by the key. */
export function deleteLedgerBudget(
  ctx: HubContext,
  input: DeleteLedgerBudgetInput,
): Promise<DeletedLedgerBudget> {
  return exactlyOnce(ctx, { operation: "deleteLedgerBudget", input }, async (em) => {
    const { id } = await requireBudget(em, ctx, { id: input.budgetId, lock: true });
    await deleteBudgetRows(em, id);
    return { id, deleted: true };
  });
}

/** One budget with its lines. Throws NOT_FOUND. */
export function readLedgerBudget(ctx: HubContext, budgetId: string): Promise<LedgerBudgetDetail> {
  const read = async (em: EntityManager) => presentDetail(em, await requireBudget(em, ctx, { id: budgetId }));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's budgets, newest first. Throws INVALID_CURSOR. */
export function listLedgerBudgets(
  ctx: HubContext,
  { limit, cursor }: LedgerBudgetsArgs,
): Promise<LedgerBudgetPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await budgetTables.pageRows(em, ctx, table, {
      where: "true",
      values: [],
      list: ["ledger budgets"],
      limit,
      after: cursor,
    });
    return { budgets: await presentBudgets(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function checkLines(lines: readonly LedgerBudgetLineInput[]): void {
  const seen = new Set<string>();
  const faults = lines.flatMap(({ accountId, month }, index) => {
    const place = `${accountId} ${month}`;
    const isRepeated = seen.has(place);
    seen.add(place);
    if (isRepeated)
      return [{ path: `lines.${index}`, message: "must not repeat an account and month", rule: "unique" }];
    if (month !== monthOf(month))
      return [{ path: `lines.${index}.month`, message: "must be the first day of a month", rule: "month" }];
    return [];
  });
  if (faults.length > 0) throw validationError(faults);
}

async function ledgerOfLines(
  em: EntityManager,
  ctx: HubContext,
  lines: readonly LedgerBudgetLineInput[],
): Promise<string> {
  const accounts = await lockAccounts(
    em,
    ctx,
    lines.map(({ accountId }) => accountId),
  );
  const wrong = accounts.find(({ type }) => type !== "income" && type !== "expense");
  if (wrong)
    throw accountingRule(
      "not_income_or_expense",
      "A budget has accounts for income and expenses only. Choose another account.",
      { accountId: wrong.id, code: wrong.code },
    );
  return accounts[0]!.ledgerId;
}

async function setLines(
  em: EntityManager,
  ctx: HubContext,
  { id: budgetId, ownerId, ledgerId }: BudgetRow,
  lines: readonly LedgerBudgetLineInput[],
): Promise<void> {
  const { currency } = (await readLedger(em, ctx, { id: ledgerId }))!;
  const decimals = currencyDecimals(currency);
  const rows = lines.map(({ accountId, month, amount }) => ({
    budgetId,
    accountId,
    month,
    ownerId,
    ledgerId,
    amount: toMinor(amount, decimals),
  }));
  await removeLines(em, budgetId, rows);
  const kept = rows.filter(({ amount }) => amount !== 0);
  if (kept.length > 0) await budgetTables.insertAll(em, "accounting_budget_lines", kept);
  if ((await countLines(em, budgetId)) > maxLines)
    throw accountingRule(
      "too_many_lines",
      "A budget has at most 2,400 lines. Create another budget for other months.",
      { maximum: maxLines },
    );
}

async function presentDetail(em: EntityManager, row: BudgetRow): Promise<LedgerBudgetDetail> {
  const [budget] = await presentBudgets(em, [row]);
  const decimals = currencyDecimals(budget!.currency);
  const lines = await linesOfBudget(em, row.id);
  return {
    ...budget!,
    lines: lines.map(({ amount, ...line }) => ({ ...line, amount: toMajor(amount, decimals) })),
  };
}

async function presentBudgets(em: EntityManager, rows: readonly BudgetRow[]): Promise<Summary[]> {
  const sums = await sumsOfBudgets(
    em,
    rows.map(({ id }) => id),
  );
  const byBudget = new Map(sums.map((sum) => [sum.budgetId, sum]));
  return rows.map((row) => presentBudget(row, byBudget.get(row.id)!));
}

function presentBudget({ id, name, createdAt, updatedAt }: BudgetRow, sums: BudgetSums): Summary {
  const { currency, firstMonth, lastMonth, income, expenses } = sums;
  const decimals = currencyDecimals(currency);
  return {
    id,
    name,
    currency,
    firstMonth,
    lastMonth,
    totalIncome: toMajor(income, decimals),
    totalExpenses: toMajor(expenses, decimals),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
