import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { keysOf } from "../../../../src/bank-statements/line-identity.ts";
import type { Statement, StatementRow as FileRow } from "../../../../src/bank-statements/statement-row.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { ledgerAccountNotFound, reconciliationCompleted } from "../accounting.errors.ts";
import { findLedgerAccount, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { applyToImport } from "../bank-rules/apply-rules.service.ts";
import { lockAccounts } from "../journal/write-entry.service.ts";
import { readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { requireBankAccount } from "./bank-account.ts";
import type { ImportBankStatementInput } from "./bank-inputs.types.ts";
import type { BankStatement, BankStatementFormat } from "./bank-statement.types.ts";
import * as rows from "./bank.rows.ts";
import { presentStatements } from "./present-bank.service.ts";
import { readBankStatement } from "./read-bank-statement.ts";

/**
 * Keeps the lines of a statement that the account does not have yet, and applies rules that post to them. A line is known by the bank's reference, or by its day,
 * amount, payee and count. A file without new lines adds nothing and returns the statement that has them. Throws NOT_FOUND
 * for the account, BUSINESS_RULE for one that has no statements, VALIDATION_ERROR for the file, and INVALID_STATE for an
 * archived account and for new lines before the end of a completed reconciliation.
 */
export function importBankStatement(
  ctx: HubContext,
  input: ImportBankStatementInput,
): Promise<BankStatement> {
  const { ledgerAccountId, format, content, mapping = null } = input;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const digest = { ledgerAccountId, format, sha256, mapping };
  return exactlyOnce(ctx, { operation: "importBankStatement", input: digest }, (em) =>
    importLines(em, ctx, {
      ledgerAccountId,
      format,
      read: ({ currency }) => Promise.resolve(readBankStatement(input, currency)),
    }),
  );
}

/** Keeps the lines that `read` returns for an account, once it is locked. Throws what importing a file throws. */
export async function importLines(
  em: EntityManager,
  ctx: HubContext,
  {
    ledgerAccountId,
    format,
    read,
  }: {
    ledgerAccountId: string;
    format: BankStatementFormat;
    read: (ledger: LedgerRow) => Promise<Statement>;
  },
): Promise<BankStatement> {
  // Checked first: nobody waits for requests that name accounts of others.
  if (!(await findLedgerAccount(em, ctx, { id: ledgerAccountId }))) throw ledgerAccountNotFound();
  await rows.lockBank(em, ledgerAccountId);
  const [account] = await lockAccounts(em, ctx, [ledgerAccountId]);
  requireBankAccount(account!);
  const statement = await read((await readLedger(em, ctx, { id: account!.ledgerId }))!);
  const sorted = await sortLines(em, ledgerAccountId, statement);
  const row =
    sorted.fresh.length === 0
      ? await rows.requireStatement(em, ctx, sorted.statementId!)
      : await keep(em, ctx, { account: account!, format, statement, sorted });
  return (await presentStatements(em, [row]))[0]!;
}

interface Sorted {
  fresh: (FileRow & { identity: string })[];
  /** Sum of the lines that the account has, and the statement of the last of them. */
  knownTotal: number;
  statementId: string | null;
  duplicates: number;
}

async function sortLines(em: EntityManager, accountId: string, { rows: lines }: Statement): Promise<Sorted> {
  const keys = keysOf(lines);
  const sql = `SELECT identity, statement_id AS "statementId" FROM accounting_bank_lines
    WHERE account_id = $1 AND identity = ANY ($2)`;
  const known = await executeSql<{ identity: string; statementId: string }>(em, sql, [accountId, keys]);
  const statementOf = new Map(known.map(({ identity, statementId }) => [identity, statementId]));
  const seen = new Set<string>();
  const sorted: Sorted = { fresh: [], knownTotal: 0, statementId: null, duplicates: 0 };
  for (const [index, line] of lines.entries()) {
    const identity = keys[index]!;
    const statementId = statementOf.get(identity);
    if (seen.has(identity) || statementId !== undefined) sorted.duplicates += 1;
    else sorted.fresh.push({ ...line, identity });
    if (!seen.has(identity) && statementId !== undefined) {
      sorted.knownTotal += line.amount;
      sorted.statementId = statementId;
    }
    seen.add(identity);
  }
  return sorted;
}

interface Kept {
  account: LedgerAccountRow;
  format: BankStatementFormat;
  statement: Statement;
  sorted: Sorted;
}

async function keep(
  em: EntityManager,
  ctx: HubContext,
  { account, format, statement, sorted: { fresh, knownTotal, duplicates } }: Kept,
): Promise<rows.StatementRow> {
  const dates = fresh.map(({ date }) => date).sort();
  const last = await rows.lastReconciliation(em, account.id);
  // Banks add lines to the day on which a statement was taken, never to earlier ones.
  if (last !== null && dates[0]! < last.through)
    throw reconciliationCompleted({ statementId: last.statementId, through: last.through });
  const own = { ownerId: account.ownerId, ledgerId: account.ledgerId, accountId: account.id };
  const createdAt = ctx.clock.now().toISOString();
  const row: rows.StatementRow = {
    id: newId("bst"),
    ...own,
    format,
    fromDate: dates[0]!,
    toDate: dates.at(-1)!,
    opening: openingOf(statement, knownTotal),
    closing: statement.closing ?? null,
    status: "open",
    lineCount: fresh.length,
    linesTotal: fresh.reduce((sum, { amount }) => sum + amount, 0),
    duplicates,
    createdBy: ctx.principal.id,
    createdAt,
  };
  const lines = fresh.map(({ identity, date, amount, payee, notes }) => ({
    id: newId("bln"),
    ...own,
    statementId: row.id,
    identity,
    date,
    amount,
    payee,
    notes,
    matchId: null,
    createdAt,
  }));
  await rows.bankTables.insertAll(em, "accounting_bank_statements", [row]);
  await rows.bankTables.insertAll(em, "accounting_bank_lines", lines);
  await applyToImport(em, ctx, { account, lines });
  return row;
}

/** Known lines count in the balance before the new ones. */
function openingOf({ opening = null }: Statement, knownTotal: number): number | null {
  return opening === null ? null : opening + knownTotal;
}
