import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { bankRuleNotFound } from "../accounting.errors.ts";
import type { BankLineDirection, BankRuleAction } from "./bank-rule.types.ts";

export interface BankRuleRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  name: string;
  position: number;
  isEnabled: boolean;
  action: BankRuleAction;
  bankAccountId: string | null;
  texts: string[] | null;
  counterparty: string | null;
  direction: BankLineDirection | null;
  minAmount: number | null;
  maxAmount: number | null;
  accountId: string;
  client: string | null;
  project: string | null;
  memo: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

const table = "accounting_bank_rules";
const entries = "accounting_bank_rule_entries";
export const ruleTable = plainRows<{ [table]: BankRuleRow; [entries]: RuleEntryRow }>();

/** An entry that a rule posted for a line. */
export interface RuleEntryRow {
  entryId: string;
  ownerId: string;
  ledgerId: string;
  lineId: string;
  ruleId: string;
}

export async function insertRuleEntries(em: EntityManager, rows: readonly RuleEntryRow[]): Promise<void> {
  await ruleTable.insertAll(em, entries, rows);
}

/** Entries that rules posted for these lines. */
export function ruleEntriesOf(em: EntityManager, lineIds: readonly string[]): Promise<RuleEntryRow[]> {
  return ruleTable.findRows(em, entries, "t.line_id = ANY ($1)", [lineIds]);
}

/** A rule of the account. `lock` locks it until the transaction ends. Throws NOT_FOUND. */
export async function requireRule(
  em: EntityManager,
  ctx: HubContext,
  { id, lock = false }: { id: string; lock?: boolean },
): Promise<BankRuleRow> {
  const ownerId = ctx.principal.ownerId ?? "";
  const found = await ruleTable.findOwn(em, table, { ownerId, id, lock });
  if (!found) throw bankRuleNotFound();
  return found;
}

/** Rules of an account in the order in which they are tried, of one ledger or of all. */
export function rulesInOrder(
  em: EntityManager,
  ownerId: string,
  currency: string | null,
): Promise<BankRuleRow[]> {
  const where = `t.owner_id = $1 AND ($2::text IS NULL OR t.ledger_id IN (SELECT id FROM accounting_ledgers
      WHERE owner_id = $1 AND currency = $2)) ORDER BY t.position, t.created_at, t.id`;
  return ruleTable.findRows(em, table, where, [ownerId, currency]);
}

/** Rules that are used for the statements of a ledger account, in the order in which they are tried. */
export function rulesOf(
  em: EntityManager,
  { ownerId, ledgerId, accountId }: { ownerId: string; ledgerId: string; accountId: string },
): Promise<BankRuleRow[]> {
  const where = `t.owner_id = $1 AND t.ledger_id = $2 AND t.is_enabled AND t.account_id <> $3
    AND (t.bank_account_id IS NULL OR t.bank_account_id = $3) ORDER BY t.position, t.created_at, t.id`;
  return ruleTable.findRows(em, table, where, [ownerId, ledgerId, accountId]);
}

/** Number of an account's rules, and the last place in their order. Lets one request at a time add a rule. */
export async function countRules(
  em: EntityManager,
  ownerId: string,
): Promise<{ count: number; last: number }> {
  const key = `accounting-bank-rules ${ownerId}`;
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [key]);
  const sql = `SELECT count(*)::int AS count, coalesce(max(position), 0) AS last FROM ${table} WHERE owner_id = $1`;
  return (await executeSql<{ count: number; last: number }>(em, sql, [ownerId]))[0]!;
}

export async function deleteRule(em: EntityManager, id: string): Promise<void> {
  await executeSql(em, `DELETE FROM ${table} WHERE id = $1`, [id]);
}
