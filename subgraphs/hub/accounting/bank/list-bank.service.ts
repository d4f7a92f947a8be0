import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { ledgerAccountNotFound } from "../accounting.errors.ts";
import { findLedgerAccount } from "../accounts/ledger-account.rows.ts";
import { rulesOf } from "../bank-rules/bank-rule.rows.ts";
import { RuleOrder } from "../bank-rules/fitting-rule.ts";
import type * as inputs from "./bank-inputs.types.ts";
import type * as types from "./bank-statement.types.ts";
import { bankTables, requireStatement } from "./bank.rows.ts";
import {
  currenciesOf,
  presentLines,
  presentReconciliations,
  presentStatements,
} from "./present-bank.service.ts";
import { suggestMatches } from "./suggest-matches.service.ts";

/** Statements of the account, latest one first. Throws NOT_FOUND for the ledger account, and INVALID_CURSOR. */
export function listBankStatements(
  ctx: HubContext,
  { ledgerAccountId = null, status = null, limit, cursor }: inputs.BankStatementsArgs,
): Promise<types.BankStatementPage> {
  const read = async (em: EntityManager) => {
    await requireAccount(em, ctx, ledgerAccountId);
    const { rows, ...page } = await bankTables.pageRows(em, ctx, "accounting_bank_statements", {
      where: "($2::text IS NULL OR t.account_id = $2) AND ($3::text IS NULL OR t.status = $3)",
      values: [ledgerAccountId, status],
      newestBy: ["to_date", "toDate"],
      list: ["bank statements", ledgerAccountId, status],
      limit,
      after: cursor,
    });
    return { statements: await presentStatements(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Lines of a statement, latest date first. Throws NOT_FOUND and INVALID_CURSOR. */
export function listBankLines(ctx: HubContext, args: inputs.BankLinesArgs): Promise<types.BankLinePage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageOfLines(em, ctx, args, "all");
    return { lines: await presentLines(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Lines of a statement without a match, with suggestions. Throws NOT_FOUND and INVALID_CURSOR. */
export function listUnmatchedBankLines(
  ctx: HubContext,
  args: inputs.BankLinesArgs,
): Promise<types.UnmatchedBankLinePage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageOfLines(em, ctx, args, "unmatched");
    const currencies = await currenciesOf(em, rows);
    const suggestions = await suggestMatches(em, rows);
    const rules = new RuleOrder(rows.length === 0 ? [] : await rulesOf(em, rows[0]!));
    const lines = rows.map(({ id, ledgerId, date, amount, payee, notes }) => ({
      id,
      date,
      amount: toMajor(amount, currencyDecimals(currencies.get(ledgerId)!)),
      payee,
      notes,
      suggestions: suggestions.get(id) ?? [],
      rule: rules.suggestionFor({ amount, payee, notes }),
    }));
    return { lines, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Reconciliations, newest first. Throws NOT_FOUND for the ledger account, and INVALID_CURSOR. */
export function listBankReconciliations(
  ctx: HubContext,
  { ledgerAccountId = null, limit, cursor }: inputs.BankReconciliationsArgs,
): Promise<types.BankReconciliationPage> {
  const read = async (em: EntityManager) => {
    await requireAccount(em, ctx, ledgerAccountId);
    const { rows, ...page } = await bankTables.pageRows(em, ctx, "accounting_bank_reconciliations", {
      where: "($2::text IS NULL OR t.account_id = $2)",
      values: [ledgerAccountId],
      list: ["bank reconciliations", ledgerAccountId],
      limit,
      after: cursor,
    });
    return { reconciliations: await presentReconciliations(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function pageOfLines(
  em: EntityManager,
  ctx: HubContext,
  { statementId, limit, cursor }: inputs.BankLinesArgs,
  which: "all" | "unmatched",
) {
  await requireStatement(em, ctx, statementId);
  return bankTables.pageRows(em, ctx, "accounting_bank_lines", {
    where: `t.statement_id = $2${which === "all" ? "" : " AND t.match_id IS NULL"}`,
    values: [statementId],
    newestBy: ["date", "date"],
    list: ["bank lines", statementId, which],
    limit,
    after: cursor,
  });
}

async function requireAccount(em: EntityManager, ctx: HubContext, id: string | null): Promise<void> {
  if (id !== null && !(await findLedgerAccount(em, ctx, { id }))) throw ledgerAccountNotFound();
}
