import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { toMajor } from "../../../../src/money.ts";
import { ruleEntriesOf } from "../bank-rules/bank-rule.rows.ts";
import type { BankLine, BankReconciliation, BankStatement } from "./bank-statement.types.ts";
import {
  bankTables,
  entriesOfMatches,
  type BankLineRow,
  type ReconciliationRow,
  type StatementRow,
} from "./bank.rows.ts";

/** Statements as API users see them, with the number of their unmatched lines. */
export async function presentStatements(
  em: EntityManager,
  rows: readonly StatementRow[],
): Promise<BankStatement[]> {
  const currencies = await currenciesOf(em, rows);
  const sql = `SELECT statement_id AS id, count(*)::int AS n FROM accounting_bank_lines
    WHERE statement_id = ANY ($1) AND match_id IS NULL GROUP BY statement_id`;
  const counted = await executeSql<{ id: string; n: number }>(em, sql, [rows.map(({ id }) => id)]);
  const unmatched = new Map(counted.map(({ id, n }) => [id, n]));
  return rows.map((row) => {
    const { id, format, status, opening, closing, linesTotal, lineCount, duplicates } = row;
    const currency = currencies.get(row.ledgerId)!;
    const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
    return {
      id,
      ledgerAccountId: row.accountId,
      format,
      status,
      from: row.fromDate,
      to: row.toDate,
      currency,
      openingBalance: opening === null ? null : major(opening),
      closingBalance: closing === null ? null : major(closing),
      linesTotal: major(linesTotal),
      difference: opening === null || closing === null ? null : major(closing - opening - linesTotal),
      lineCount,
      unmatchedCount: unmatched.get(id) ?? 0,
      duplicates,
      createdAt: new Date(row.createdAt),
    };
  });
}

/** Lines as API users see them, with what they are matched with. */
export async function presentLines(em: EntityManager, rows: readonly BankLineRow[]): Promise<BankLine[]> {
  const matchIds = [...new Set(rows.flatMap(({ matchId }) => matchId ?? []))];
  const entries = await entriesOfMatches(em, matchIds);
  const where = "t.match_id = ANY ($1) ORDER BY t.id";
  const matched = await bankTables.findRows(em, "accounting_bank_lines", where, [matchIds]);
  const linesOf = Map.groupBy(matched, ({ matchId }) => matchId);
  const posted = await ruleEntriesOf(
    em,
    rows.map(({ id }) => id),
  );
  const byRule = new Map(posted.map((entry) => [entry.lineId, entry]));
  const ruleOf = (id: string, entryIds: readonly string[]) => {
    const found = byRule.get(id);
    return found && entryIds.includes(found.entryId) ? found.ruleId : null;
  };
  const currencies = await currenciesOf(em, rows);
  return rows.map(({ id, ledgerId, statementId, date, amount, payee, notes, matchId }) => ({
    id,
    statementId,
    date,
    amount: toMajor(amount, currencyDecimals(currencies.get(ledgerId)!)),
    payee,
    notes,
    entryIds: matchId === null ? [] : entries.get(matchId)!,
    matchedLineIds: matchId === null ? [] : linesOf.get(matchId)!.map((line) => line.id),
    ruleId: matchId === null ? null : ruleOf(id, entries.get(matchId)!),
  }));
}

/** Reconciliations as API users see them. */
export async function presentReconciliations(
  em: EntityManager,
  rows: readonly ReconciliationRow[],
): Promise<BankReconciliation[]> {
  const currencies = await currenciesOf(em, rows);
  return rows.map((row) => {
    const { id, statementId, accountId, through, completedBy, reopenedBy, reopenedAt, reason } = row;
    const currency = currencies.get(row.ledgerId)!;
    return {
      id,
      statementId,
      ledgerAccountId: accountId,
      through,
      currency,
      openingBalance: toMajor(row.opening, currencyDecimals(currency)),
      closingBalance: toMajor(row.closing, currencyDecimals(currency)),
      completedBy,
      completedAt: new Date(row.createdAt),
      reopenedBy,
      reopenedAt: reopenedAt === null ? null : new Date(reopenedAt),
      reason,
    };
  });
}

/** Currencies of ledgers, by ID. */
export async function currenciesOf(
  em: EntityManager,
  rows: readonly { ledgerId: string }[],
): Promise<Map<string, string>> {
  const sql = "SELECT id, currency FROM accounting_ledgers WHERE id = ANY ($1)";
  const ids = [...new Set(rows.map(({ ledgerId }) => ledgerId))];
  const ledgers = await executeSql<{ id: string; currency: string }>(em, sql, [ids]);
  return new Map(ledgers.map(({ id, currency }) => [id, currency]));
}
