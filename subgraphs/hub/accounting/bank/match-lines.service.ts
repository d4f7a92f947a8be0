import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import {
  accountingConflict,
  accountingRule,
  journalEntryNotFound,
  reconciliationCompleted,
} from "../accounting.errors.ts";
import { findEntries } from "../journal/journal.rows.ts";
import type { MatchBankLineInput, UnmatchBankLineInput } from "./bank-inputs.types.ts";
import type { BankLine } from "./bank-statement.types.ts";
import * as rows from "./bank.rows.ts";
import { currenciesOf, presentLines } from "./present-bank.service.ts";

const { bankTables } = rows;

/**
 * Matches a line, or several of one account, with all lines that posted entries have on it. The same match again changes
 * nothing. Throws NOT_FOUND for a line or an entry, INVALID_STATE for a line or an entry that is matched otherwise or a
 * draft, and BUSINESS_RULE for lines of several accounts, an entry without lines on the account, and unequal sums.
 */
export function matchBankLine(ctx: HubContext, input: MatchBankLineInput): Promise<BankLine> {
  return exactlyOnce(ctx, { operation: "matchBankLine", input }, async (em) => {
    const lineIds = [...new Set([input.lineId, ...(input.otherLineIds ?? [])])];
    const entryIds = [...new Set(input.entryIds)].sort();
    const lines = await lockLines(em, ctx, lineIds);
    if (!(await isSameMatch(em, lines, entryIds))) {
      await requireFree(em, lines);
      await store(em, ctx, { lines, parts: await freeParts(em, ctx, lines[0]!.accountId, entryIds) });
    }
    return readLine(em, ctx, input.lineId);
  });
}

/**
 * Removes the match of a line, and with it of all lines of the match. A line without one is returned unchanged. Throws
 * NOT_FOUND, and INVALID_STATE while a completed reconciliation covers a line of the match. Idempotent.
 */
export function unmatchBankLine(ctx: HubContext, input: UnmatchBankLineInput): Promise<BankLine> {
  return exactlyOnce(ctx, { operation: "unmatchBankLine", input }, async (em) => {
    const [line] = await lockLines(em, ctx, [input.lineId]);
    const matchId = line!.matchId;
    if (matchId !== null) {
      const lines = await rows.linesOfMatch(em, matchId);
      await requireUnlocked(em, lines);
      await executeSql(em, "DELETE FROM accounting_bank_matched_lines WHERE match_id = $1", [matchId]);
      await executeSql(em, "UPDATE accounting_bank_lines SET match_id = NULL WHERE match_id = $1", [matchId]);
      await executeSql(em, "DELETE FROM accounting_bank_matches WHERE id = $1", [matchId]);
    }
    return readLine(em, ctx, input.lineId);
  });
}

/** Lines of one account, as they are once no other request changes its matches. */
async function lockLines(
  em: EntityManager,
  ctx: HubContext,
  ids: readonly string[],
): Promise<rows.BankLineRow[]> {
  const found = await rows.requireBankLines(em, ctx, ids);
  if (new Set(found.map(({ accountId }) => accountId)).size > 1)
    throw accountingRule(
      "several_accounts",
      "All lines of a match must be of one ledger account. Choose lines of one account.",
    );
  await rows.lockBank(em, found[0]!.accountId);
  return rows.requireBankLines(em, ctx, ids);
}

/** A line without a match, whose account this request alone changes until its end. Throws NOT_FOUND and INVALID_STATE. */
export async function lockFreeLine(
  em: EntityManager,
  ctx: HubContext,
  id: string,
): Promise<rows.BankLineRow> {
  const lines = await lockLines(em, ctx, [id]);
  await requireFree(em, lines);
  return lines[0]!;
}

async function isSameMatch(
  em: EntityManager,
  lines: readonly rows.BankLineRow[],
  entryIds: readonly string[],
): Promise<boolean> {
  const { matchId } = lines[0]!;
  if (matchId === null || lines.some((line) => line.matchId !== matchId)) return false;
  const known = (await rows.entriesOfMatches(em, [matchId])).get(matchId)!;
  const isSame = known.length === entryIds.length && known.every((id) => entryIds.includes(id));
  return isSame && (await rows.linesOfMatch(em, matchId)).length === lines.length;
}

async function requireUnlocked(em: EntityManager, lines: readonly rows.BankLineRow[]): Promise<void> {
  const statementIds = lines.map(({ statementId }) => statementId);
  if (await rows.hasCompleted(em, statementIds)) throw reconciliationCompleted();
}

async function requireFree(em: EntityManager, lines: readonly rows.BankLineRow[]): Promise<void> {
  await requireUnlocked(em, lines);
  const taken = lines.filter(({ matchId }) => matchId !== null).map(({ id }) => id);
  if (taken.length > 0)
    throw accountingConflict(
      "line_matched",
      "The bank line is matched already. Remove its match first with unmatch_bank_line.",
      { lineIds: taken },
    );
}

interface Part {
  entryId: string;
  line: number;
  amount: number;
  isTaken: boolean;
}

/** The lines that posted entries have on the account, none of which is matched. */
async function freeParts(
  em: EntityManager,
  ctx: HubContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<Part[]> {
  const where = "t.owner_id = $1 AND t.id = ANY ($2)";
  const entries = await findEntries(em, where, [ctx.principal.ownerId ?? "", entryIds]);
  if (entries.length < entryIds.length) throw journalEntryNotFound();
  const draft = entries.find(({ number }) => number === null);
  if (draft)
    throw accountingConflict("entry_draft", "The entry is a draft. Post it before it is matched.", {
      entryId: draft.id,
    });
  const sql = `SELECT l.entry_id AS "entryId", l.line, (l.debit - l.credit)::float8 AS amount,
      EXISTS (SELECT FROM accounting_bank_matched_lines m WHERE m.entry_id = l.entry_id AND m.line = l.line) AS "isTaken"
    FROM accounting_lines l WHERE l.entry_id = ANY ($1) AND l.account_id = $2 ORDER BY l.entry_id, l.line`;
  const parts = await executeSql<Part>(em, sql, [entryIds, accountId]);
  const elsewhere = entryIds.find((id) => !parts.some(({ entryId }) => entryId === id));
  if (elsewhere !== undefined)
    throw accountingRule(
      "entry_account",
      "The entry has no line on the ledger account of the statement. Choose another entry.",
      { entryId: elsewhere },
    );
  const taken = parts.find(({ isTaken }) => isTaken);
  if (taken)
    throw accountingConflict(
      "entry_matched",
      "The entry is matched with another bank line. Choose another entry, or remove that match first.",
      { entryId: taken.entryId },
    );
  return parts;
}

async function store(
  em: EntityManager,
  ctx: HubContext,
  { lines, parts }: { lines: readonly rows.BankLineRow[]; parts: readonly Part[] },
): Promise<void> {
  const { ownerId, ledgerId } = lines[0]!;
  const difference = sumOf(lines) - sumOf(parts);
  if (difference !== 0) {
    const currency = (await currenciesOf(em, lines)).get(ledgerId)!;
    throw accountingRule(
      "amounts_differ",
      "The sums of the bank lines and of the entries differ. Add what is missing, or choose other entries.",
      { difference: toMajor(difference, currencyDecimals(currency)) },
    );
  }
  const matchId = newId("bmt");
  const own = { ownerId, ledgerId };
  const match = { matchedBy: ctx.principal.id, matchedAt: ctx.clock.now().toISOString() };
  await bankTables.insertAll(em, "accounting_bank_matches", [{ id: matchId, ...own, ...match }]);
  const matched = parts.map(({ entryId, line }) => ({ entryId, line, ...own, matchId }));
  await bankTables.insertAll(em, "accounting_bank_matched_lines", matched);
  const sql = "UPDATE accounting_bank_lines SET match_id = $2 WHERE id = ANY ($1)";
  await executeSql(em, sql, [lines.map(({ id }) => id), matchId]);
}

/** A line as API users see it. */
export async function readLine(em: EntityManager, ctx: HubContext, id: string): Promise<BankLine> {
  return (await presentLines(em, await rows.requireBankLines(em, ctx, [id])))[0]!;
}

function sumOf(items: readonly { amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0);
}
