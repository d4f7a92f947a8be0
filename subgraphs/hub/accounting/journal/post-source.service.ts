import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingRule, ledgerAccountNotFound } from "../accounting.errors.ts";
import { addTemplate } from "../accounts/chart.service.ts";
import { listLedgerAccountRows } from "../accounts/ledger-account.rows.ts";
import { openLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { requireBalance } from "./entry-lines.ts";
import { findEntryOfSource } from "./journal.rows.ts";
import { lockAccounts, lockOpenPeriod, storePosted } from "./write-entry.service.ts";

/** What an app has to book: a record of it, and the lines that the record means. */
export interface SourceEntry {
  /** The record. One entry per ledger is made from it, however often it is sent. */
  source: { app: string; kind: string; id: string };
  /** Currency of the amounts, which selects the ledger. */
  currency: string;
  date: string;
  memo: string;
  /** 2 to 200 lines; each has one side above 0, in minor units. */
  lines: readonly SourceLine[];
}

/** Accounts are named by their codes, which the account's mapping of the app has. */
export interface SourceLine {
  accountCode: string;
  debit: number;
  credit: number;
  memo?: string;
  client?: string;
  project?: string;
}

/**
 * `posted`: the entry is new. `unchanged`: the record was posted before, with the same content. `changed`: it was posted
 * before with other content, and nothing was done; the app decides whether to reverse that entry and to post a record of
 * another kind or ID.
 */
export interface SourceResult {
  outcome: "posted" | "unchanged" | "changed";
  entryId: string;
}

/**
 * Posts what an app has to book, in the transaction of `em`: the one way into the books for apps, bank statements, vendors
 * and bills. Idempotent by ledger and source, also when sent twice at once. A ledger that does not exist is created with
 * the chart of a small business. The account is the principal's.
 *
 * Throws NOT_FOUND for a code that the ledger lacks, BUSINESS_RULE for lines that do not balance, and INVALID_STATE for an
 * archived account or a closed period.
 */
export async function postFromSource(
  em: EntityManager,
  ctx: HubContext,
  given: SourceEntry,
): Promise<SourceResult> {
  const { source, currency, date, memo, lines } = given;
  requireSides(lines);
  const total = requireBalance(lines, currency);
  const ledger = await openChart(em, ctx, currency);
  await lockSource(em, ledger, source);
  const digest = digestOf(given);
  const before = await findEntryOfSource(em, ledger, [source.app, source.kind, source.id]);
  if (before) {
    return { outcome: before.sourceDigest === digest ? "unchanged" : "changed", entryId: before.id };
  }
  const codes = new Map((await listLedgerAccountRows(em, ledger)).map(({ code, id }) => [code, id]));
  const prepared = lines.map(({ accountCode, debit, credit, memo: note, client, project }) => {
    const accountId = codes.get(accountCode);
    if (accountId === undefined) throw ledgerAccountNotFound();
    const dimensions = { app: source.app, client: client ?? null, project: project ?? null };
    return {
      accountId,
      debit,
      credit,
      foreignDebit: null,
      foreignCredit: null,
      memo: note ?? null,
      ...dimensions,
    };
  });
  await lockAccounts(
    em,
    ctx,
    prepared.map(({ accountId }) => accountId),
  );
  const open = await lockOpenPeriod(em, ctx, { ledgerId: ledger.id, date });
  const entry = { date, memo, lines: prepared, total, source: { ...source, digest } };
  const { id } = await storePosted(em, ctx, { ledger: open, prepared: entry });
  return { outcome: "posted", entryId: id };
}

/** The ledger of a currency; one without accounts gets a chart of accounts. */
export async function openChart(em: EntityManager, ctx: HubContext, currency: string): Promise<LedgerRow> {
  const ledger = await openLedger(em, ctx, { currency });
  const [account] = await executeSql(em, "SELECT 1 FROM accounting_accounts WHERE ledger_id = $1 LIMIT 1", [
    ledger.id,
  ]);
  if (!account) await addTemplate(em, ctx, ledger);
  return ledger;
}

/** Of two requests for one record, the later one waits and finds the entry of the earlier one. */
async function lockSource(
  em: EntityManager,
  { id }: LedgerRow,
  { app, kind, id: sourceId }: SourceEntry["source"],
): Promise<void> {
  const key = JSON.stringify(["accounting-source", id, app, kind, sourceId]);
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [key]);
}

function requireSides(lines: readonly SourceLine[]): void {
  const isValid = ({ debit, credit }: SourceLine) =>
    Number.isSafeInteger(debit) &&
    Number.isSafeInteger(credit) &&
    ((debit > 0 && credit === 0) || (debit === 0 && credit > 0));
  if (lines.length >= 2 && lines.every(isValid)) return;
  throw accountingRule(
    "invalid_lines",
    "An entry needs 2 lines or more with a debit or a credit above 0 each. Correct the lines.",
  );
}

function digestOf({ date, memo, lines }: SourceEntry): string {
  const content = lines.map(({ accountCode, debit, credit, memo: note, client, project }) => [
    accountCode,
    debit,
    credit,
    note ?? null,
    client ?? null,
    project ?? null,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([date, memo, content]))
    .digest("hex");
}
