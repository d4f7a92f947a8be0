import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, accountingRule } from "../accounting.errors.ts";
import { lockLedgerAccounts, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { bankTables, type BankLineRow } from "../bank/bank.rows.ts";
import type { BankLine } from "../bank/bank-statement.types.ts";
import { lockFreeLine, readLine } from "../bank/match-lines.service.ts";
import { suggestMatches } from "../bank/suggest-matches.service.ts";
import { batchDigest, storePostedBatch } from "../journal/post-batch.service.ts";
import type { EntryRow } from "../journal/journal.rows.ts";
import { lockAccounts, lockOpenPeriod, type PreparedEntry } from "../journal/write-entry.service.ts";
import { dayAfter } from "../ledgers/fiscal-year.ts";
import { readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import type { ApplyBankRuleInput } from "./bank-rule-inputs.types.ts";
import {
  insertRuleEntries,
  requireRule,
  ruleEntriesOf,
  rulesOf,
  type BankRuleRow,
} from "./bank-rule.rows.ts";
import { RuleOrder } from "./fitting-rule.ts";

/** Words of the ledger for entries that rules make. */
const source = { app: "accounting", kind: "bank_rule" } as const;

interface Ruled {
  line: BankLineRow;
  rule: BankRuleRow;
}

/**
 * Posts a line by a rule whose conditions it meets, and matches it with the new entry. Throws NOT_FOUND, INVALID_STATE for a
 * line that is matched or was posted before, an archived account and a closed period, and BUSINESS_RULE when the rule does
 * not fit. Idempotent by the key.
 */
export function applyBankRule(ctx: HubContext, input: ApplyBankRuleInput): Promise<BankLine> {
  return exactlyOnce(ctx, { operation: "applyBankRule", input }, async (em) => {
    const rule = await requireRule(em, ctx, { id: input.ruleId });
    const line = await lockFreeLine(em, ctx, input.lineId);
    const isOther = rule.ledgerId !== line.ledgerId || rule.accountId === line.accountId;
    const isElsewhere = rule.bankAccountId !== null && rule.bankAccountId !== line.accountId;
    if (isOther || isElsewhere || new RuleOrder([rule]).firstFor(line) === null)
      throw accountingRule(
        "rule_does_not_fit",
        "The line does not meet the conditions of the rule. Choose another rule, or match the line with an entry.",
        { ruleId: rule.id },
      );
    await requireNotPosted(em, line);
    await lockAccounts(em, ctx, [line.accountId, rule.accountId]);
    const ledger = await lockOpenPeriod(em, ctx, { ledgerId: line.ledgerId, date: line.date });
    await postAndMatch(em, ctx, { ledger, ruled: [{ line, rule }] });
    return readLine(em, ctx, line.id);
  });
}

/**
 * Posts and matches new lines of a statement by the rules that do so. The transaction has locked the ledger account. Left
 * for a person: lines that a free entry may already stand for, lines of a closed period, and lines of archived accounts.
 */
export async function applyToImport(
  em: EntityManager,
  ctx: HubContext,
  { account, lines }: { account: LedgerAccountRow; lines: readonly BankLineRow[] },
): Promise<void> {
  const { ownerId, ledgerId, id: accountId } = account;
  const rules = await rulesOf(em, { ownerId, ledgerId, accountId });
  if (!rules.some(({ action }) => action === "post")) return;
  const order = new RuleOrder(rules);
  const fitting = lines.flatMap((line): Ruled[] => {
    const rule = order.firstFor(line)?.row;
    return rule?.action === "post" ? [{ line, rule }] : [];
  });
  if (fitting.length === 0) return;
  const usable = await withActiveAccounts(em, ctx, fitting);
  const known = await suggestMatches(
    em,
    usable.map(({ line }) => line),
  );
  const isNew = usable.filter(({ line }) => (known.get(line.id) ?? []).length === 0);
  if (isNew.length === 0) return;
  const ledger = (await readLedger(em, ctx, { id: ledgerId, lock: "share" }))!;
  const firstOpen = ledger.closedThrough === null ? "" : dayAfter(ledger.closedThrough);
  const ruled = isNew
    .filter(({ line }) => line.date >= firstOpen)
    .toSorted((one, two) => (one.line.date < two.line.date ? -1 : one.line.date > two.line.date ? 1 : 0));
  if (ruled.length > 0) await postAndMatch(em, ctx, { ledger, ruled });
}

/** Those whose accounts are not archived; these are locked against it. */
async function withActiveAccounts(
  em: EntityManager,
  ctx: HubContext,
  ruled: readonly Ruled[],
): Promise<Ruled[]> {
  const ids = [...new Set(ruled.map(({ rule }) => rule.accountId))];
  const locked = await lockLedgerAccounts(em, ctx, ids);
  const usable = new Set(locked.flatMap(({ id, archivedAt }) => (archivedAt === null ? id : [])));
  return ruled.filter(({ rule }) => usable.has(rule.accountId));
}

async function postAndMatch(
  em: EntityManager,
  ctx: HubContext,
  { ledger, ruled }: { ledger: LedgerRow; ruled: readonly Ruled[] },
): Promise<void> {
  const prepared = ruled.map(entryOf);
  const entries = await storePostedBatch(em, ctx, { ledger, prepared });
  await matchEach(em, ctx, ruled, entries);
}

/** The bank account's side, and the other one with the rule's dimensions. */
function entryOf({ line, rule }: Ruled): PreparedEntry {
  const { amount, payee, notes } = line;
  const total = Math.abs(amount);
  const memo =
    rule.memo ?? ([payee, notes ?? ""].filter((text) => text.trim() !== "").join(", ") || rule.name);
  const common = { foreignDebit: null, foreignCredit: null, memo: null, app: source.app };
  const [debit, credit] = [Math.max(amount, 0), Math.max(-amount, 0)];
  const { accountId, client, project } = rule;
  return {
    date: line.date,
    memo: memo.slice(0, 500),
    total,
    source: { ...source, id: line.id, digest: batchDigest([line.date, amount, accountId, client, project]) },
    lines: [
      { ...common, accountId: line.accountId, debit, credit, client: null, project: null },
      { ...common, accountId, debit: credit, credit: debit, client, project },
    ],
  };
}

/** The first line of each entry is the bank account's. */
async function matchEach(
  em: EntityManager,
  ctx: HubContext,
  ruled: readonly Ruled[],
  entries: readonly EntryRow[],
): Promise<void> {
  const made = { matchedBy: ctx.principal.id, matchedAt: ctx.clock.now().toISOString() };
  const pairs = ruled.map(({ line: { id: lineId, ownerId, ledgerId }, rule }, index) => {
    const own = { ownerId, ledgerId };
    return { lineId, matchId: newId("bmt"), own, ruleId: rule.id, entryId: entries[index]!.id };
  });
  await bankTables.insertAll(
    em,
    "accounting_bank_matches",
    pairs.map(({ matchId, own }) => ({ id: matchId, ...own, ...made })),
  );
  await insertRuleEntries(
    em,
    pairs.map(({ lineId, own, ruleId, entryId }) => ({ entryId, ...own, lineId, ruleId })),
  );
  await bankTables.insertAll(
    em,
    "accounting_bank_matched_lines",
    pairs.map(({ matchId, own, entryId }) => ({ entryId, line: 1, ...own, matchId })),
  );
  const sql = `UPDATE accounting_bank_lines l SET match_id = p."matchId"
    FROM jsonb_to_recordset($1::jsonb) AS p ("lineId" text, "matchId" text) WHERE l.id = p."lineId"`;
  await executeSql(em, sql, [JSON.stringify(pairs.map(({ lineId, matchId }) => ({ lineId, matchId })))]);
}

/** A line is posted once: an entry of before is matched again, or reversed and replaced by hand. */
async function requireNotPosted(em: EntityManager, { id }: BankLineRow): Promise<void> {
  const [entry] = await ruleEntriesOf(em, [id]);
  if (entry)
    throw accountingConflict(
      "line_posted",
      "A rule posted this line before. Use match_bank_line with that entry, or create another one by hand.",
      { entryId: entry.entryId },
    );
}
