import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, accountingRule } from "../accounting.errors.ts";
import type { CompleteBankReconciliationInput, ReopenBankReconciliationInput } from "./bank-inputs.types.ts";
import type { BankReconciliation } from "./bank-statement.types.ts";
import * as rows from "./bank.rows.ts";
import { currenciesOf, presentReconciliations } from "./present-bank.service.ts";

const { bankTables } = rows;

/**
 * Completes the reconciliation of a statement: it begins where the last one ended, its lines lead to the closing balance, and
 * every line of the account through its end is matched. A completed one is returned unchanged. Throws NOT_FOUND,
 * INVALID_STATE while an earlier statement is open or a line is unmatched, and BUSINESS_RULE for balances that are missing or
 * do not add up.
 */
export function completeBankReconciliation(
  ctx: HubContext,
  input: CompleteBankReconciliationInput,
): Promise<BankReconciliation> {
  return exactlyOnce(ctx, { operation: "completeBankReconciliation", input }, async (em) => {
    const statement = await lockStatement(em, ctx, input.statementId);
    const last = await rows.lastReconciliation(em, statement.accountId);
    if (statement.status === "completed") return presentOne(em, await currentOf(em, statement));
    await requireInOrder(em, statement);
    const balances = await balancesOf(em, { statement, last, input });
    await requireMatched(em, statement);
    await lockEntries(em, statement);
    const row: rows.ReconciliationRow = {
      id: newId("brc"),
      ownerId: statement.ownerId,
      ledgerId: statement.ledgerId,
      accountId: statement.accountId,
      statementId: statement.id,
      through: statement.toDate,
      ...balances,
      completedBy: ctx.principal.id,
      createdAt: ctx.clock.now().toISOString(),
      reopenedBy: null,
      reopenedAt: null,
      reason: null,
    };
    const changes = { ...balances, status: "completed" as const };
    await bankTables.updateRow(em, "accounting_bank_statements", statement.id, changes);
    await bankTables.insertAll(em, "accounting_bank_reconciliations", [row]);
    return announce(em, ctx, row, "completed");
  });
}

/**
 * Opens the last completed reconciliation of a ledger account again, with a reason that is kept. Throws NOT_FOUND, and
 * INVALID_STATE for a statement that is open and while a later one is completed. Idempotent by the key.
 */
export function reopenBankReconciliation(
  ctx: HubContext,
  input: ReopenBankReconciliationInput,
): Promise<BankReconciliation> {
  return exactlyOnce(ctx, { operation: "reopenBankReconciliation", input }, async (em) => {
    const statement = await lockStatement(em, ctx, input.statementId);
    if (statement.status === "open")
      throw accountingConflict(
        "reconciliation_open",
        "The reconciliation is open. Complete it first, or change its matches.",
      );
    const last = (await rows.lastReconciliation(em, statement.accountId))!;
    if (last.statementId !== statement.id)
      throw accountingConflict(
        "later_reconciliation_completed",
        "A later reconciliation is completed. Reopen that one first.",
        { statementId: last.statementId },
      );
    const changes = {
      reopenedBy: ctx.principal.id,
      reopenedAt: ctx.clock.now().toISOString(),
      reason: input.reason.trim(),
    };
    await bankTables.updateRow(em, "accounting_bank_statements", statement.id, { status: "open" });
    await bankTables.updateRow(em, "accounting_bank_reconciliations", last.id, changes);
    return announce(em, ctx, { ...last, ...changes }, "reopened");
  });
}

/** A statement as it is once no other request changes the matches of its account. */
async function lockStatement(em: EntityManager, ctx: HubContext, id: string): Promise<rows.StatementRow> {
  const { accountId } = await rows.requireStatement(em, ctx, id);
  await rows.lockBank(em, accountId);
  return rows.requireStatement(em, ctx, id);
}

async function currentOf(em: EntityManager, { id }: rows.StatementRow): Promise<rows.ReconciliationRow> {
  const where = "t.statement_id = $1 AND t.reopened_at IS NULL";
  return (await bankTables.findRows(em, "accounting_bank_reconciliations", where, [id]))[0]!;
}

async function requireInOrder(em: EntityManager, { accountId, toDate }: rows.StatementRow): Promise<void> {
  const where = "t.account_id = $1 AND t.status = 'open' AND t.to_date < $2 ORDER BY t.to_date, t.id LIMIT 1";
  const [earlier] = await bankTables.findRows(em, "accounting_bank_statements", where, [accountId, toDate]);
  if (earlier)
    throw accountingConflict(
      "earlier_statement_open",
      "An earlier statement of the account is open. Complete its reconciliation first.",
      { statementId: earlier.id },
    );
}

interface Given {
  statement: rows.StatementRow;
  last: rows.ReconciliationRow | null;
  input: CompleteBankReconciliationInput;
}

/** Balances in minor units between which the lines fit. */
async function balancesOf(
  em: EntityManager,
  { statement, last, input }: Given,
): Promise<{ opening: number; closing: number }> {
  const decimals = currencyDecimals((await currenciesOf(em, [statement])).get(statement.ledgerId)!);
  const minor = (given: number | null = null) => (given === null ? null : toMinor(given, decimals));
  const opening = minor(input.openingBalance) ?? statement.opening ?? last?.closing ?? null;
  const closing = minor(input.closingBalance) ?? statement.closing;
  if (opening === null || closing === null)
    throw accountingRule(
      "balance_missing",
      "The file does not have both balances. Enter `openingBalance` and `closingBalance`.",
      { missing: opening === null ? "openingBalance" : "closingBalance" },
    );
  if (last !== null && last.closing !== opening)
    throw accountingRule(
      "opening_differs",
      "The opening balance differs from the closing balance of the last reconciliation. Import the lines between them.",
      { expected: toMajor(last.closing, decimals), openingBalance: toMajor(opening, decimals) },
    );
  const difference = closing - opening - statement.linesTotal;
  if (difference !== 0)
    throw accountingRule(
      "difference",
      "Opening balance and lines do not add up to the closing balance. Import missing lines, or correct the balances.",
      { difference: toMajor(difference, decimals) },
    );
  return { opening, closing };
}

async function requireMatched(em: EntityManager, { accountId, toDate }: rows.StatementRow): Promise<void> {
  const sql = `SELECT count(*)::int AS n FROM accounting_bank_lines
    WHERE account_id = $1 AND date <= $2 AND match_id IS NULL`;
  const [{ n: unmatchedCount } = { n: 0 }] = await executeSql<{ n: number }>(em, sql, [accountId, toDate]);
  if (unmatchedCount > 0)
    throw accountingConflict(
      "lines_unmatched",
      "Lines of the account through the end of the statement are unmatched. Use match_bank_line first.",
      { unmatchedCount },
    );
}

/** Waits for reversals of the entries; later ones find the reconciliation. */
async function lockEntries(em: EntityManager, { id }: rows.StatementRow): Promise<void> {
  const sql = `SELECT 1 FROM accounting_entries WHERE id IN (
      SELECT m.entry_id FROM accounting_bank_matched_lines m
        JOIN accounting_bank_lines l ON l.owner_id = m.owner_id AND l.ledger_id = m.ledger_id AND l.match_id = m.match_id
      WHERE l.statement_id = $1) ORDER BY id FOR SHARE`;
  await executeSql(em, sql, [id]);
}

async function announce(
  em: EntityManager,
  ctx: HubContext,
  row: rows.ReconciliationRow,
  name: "completed" | "reopened",
): Promise<BankReconciliation> {
  const shown = await presentOne(em, row);
  const { id, statementId, ledgerAccountId, through, currency, openingBalance, closingBalance, reason } =
    shown;
  const payload = {
    reconciliationId: id,
    statementId,
    ledgerAccountId,
    through,
    currency,
    openingBalance,
    closingBalance,
    reason,
  };
  const news = { objectId: statementId, appId: ctx.appId, ownerId: row.ownerId, payload };
  await emitEvent(em, { type: `accounting.reconciliation.${name}`, ...news });
  return shown;
}

async function presentOne(em: EntityManager, row: rows.ReconciliationRow): Promise<BankReconciliation> {
  return (await presentReconciliations(em, [row]))[0]!;
}
