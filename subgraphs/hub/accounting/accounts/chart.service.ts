import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict } from "../accounting.errors.ts";
import { openLedger, readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { readChart } from "./chart-csv.ts";
import { usSmallBusinessChart, type ChartAccount } from "./chart-template.ts";
import type {
  CreateChartOfAccountsInput,
  ImportChartOfAccountsInput,
} from "./ledger-account-inputs.types.ts";
import * as rows from "./ledger-account.rows.ts";
import type { ChartOfAccounts } from "./ledger-account.types.ts";
import { presentChart, requireRoom } from "./ledger-accounts.service.ts";

/**
 * Adds the accounts of a template that the ledger lacks, by their codes; the ledger is created when there is none. Throws
 * INVALID_STATE where the fiscal year would change after a posting. Idempotent.
 */
export function createChartOfAccounts(
  ctx: HubContext,
  input: CreateChartOfAccountsInput,
): Promise<ChartOfAccounts> {
  return exactlyOnce(ctx, { operation: "createChartOfAccounts", input }, async (em) => {
    const { fiscalYearStartMonth: month, currency = null } = input;
    const opened = await openLedger(em, ctx, { currency, fiscalYearStart: month ?? 1 });
    const ledger = month ? await setFiscalYearStart(em, ctx, opened, month) : opened;
    const created = await addTemplate(em, ctx, ledger);
    return present(em, ledger, { created, updated: 0 });
  });
}

/** Adds the accounts of the template that the ledger lacks; returns their number. */
export async function addTemplate(em: EntityManager, ctx: HubContext, ledger: LedgerRow): Promise<number> {
  await rows.lockChart(em, ledger);
  const known = await rows.listLedgerAccountRows(em, ledger);
  const codes = new Map(known.map((row) => [row.code, row]));
  const hasRetained = known.some(({ category }) => category === "retained_earnings");
  const missing = usSmallBusinessChart
    .filter(({ code, category }) => !codes.has(code) && !(hasRetained && category === "retained_earnings"))
    // An account of the ledger may have the code of a template's parent, and another type.
    .map((account) =>
      account.parent !== null && (codes.get(account.parent)?.type ?? account.type) !== account.type
        ? { ...account, parent: null }
        : account,
    );
  requireRoom(known.length + missing.length);
  return (await rows.insertChart(em, ctx, { ledger, chart: missing })).length;
}

/**
 * Imports a chart of accounts: creates accounts by their codes, and renames and moves known ones. All or nothing. Throws
 * VALIDATION_ERROR with the faults by line. Idempotent: the same file again changes nothing.
 */
export function importChartOfAccounts(
  ctx: HubContext,
  { csv, currency = null }: ImportChartOfAccountsInput,
): Promise<ChartOfAccounts> {
  const { accounts, faults } = readChart(csv);
  if (faults.length > 0) throw validationError(faults);
  const digest = { sha256: createHash("sha256").update(csv).digest("hex"), currency };
  return exactlyOnce(ctx, { operation: "importChartOfAccounts", input: digest }, async (em) => {
    const ledger = await openLedger(em, ctx, { currency });
    await rows.lockChart(em, ledger);
    const known = new Map((await rows.listLedgerAccountRows(em, ledger)).map((row) => [row.code, row]));
    const conflicts = faultsOf(accounts, known);
    if (conflicts.length > 0) throw validationError(conflicts);
    const fresh = parentsFirst(accounts.filter(({ code }) => !known.has(code)));
    requireRoom(known.size + fresh.length);
    const inserted = await rows.insertChart(em, ctx, { ledger, chart: fresh });
    const idOf = new Map([...known.values(), ...inserted].map(({ code, id }) => [code, id]));
    const updated = await renameKnown(em, ctx, { accounts, known, idOf });
    return present(em, ledger, { created: inserted.length, updated });
  });
}

type Known = ReadonlyMap<string, rows.LedgerAccountRow>;

async function setFiscalYearStart(
  em: EntityManager,
  ctx: HubContext,
  { id }: LedgerRow,
  month: number,
): Promise<LedgerRow> {
  const ledger = (await readLedger(em, ctx, { id, lock: "update" }))!;
  if (ledger.fiscalYearStart === month) return ledger;
  const posted = await executeSql(em, "SELECT 1 FROM accounting_numbers WHERE ledger_id = $1 LIMIT 1", [id]);
  if (posted.length > 0 || ledger.closedThrough !== null) {
    throw accountingConflict(
      "ledger_in_use",
      "The fiscal year cannot change after the first posted entry. Omit fiscalYearStartMonth.",
    );
  }
  await executeSql(em, "UPDATE accounting_ledgers SET fiscal_year_start = $2 WHERE id = $1", [id, month]);
  return { ...ledger, fiscalYearStart: month };
}

/** Faults of a file against the accounts of the ledger. */
function faultsOf(accounts: readonly ChartAccount[], known: Known): FieldFault[] {
  const faults: FieldFault[] = [];
  const inFile = new Map(accounts.map((account) => [account.code, account]));
  const retained = [...known.values()].find(({ category }) => category === "retained_earnings")?.code;
  let retainedInFile = retained;
  for (const [index, { code, type, category, parent }] of accounts.entries()) {
    const fault = (column: string, message: string) =>
      faults.push({ path: `csv.${index + 2}.${column}`, message, rule: column });
    const before = known.get(code);
    if (before && (before.type !== type || before.category !== category))
      fault("type", "must be the type and category that the account of this code has");
    if (category === "retained_earnings" && code !== (retainedInFile ??= code))
      fault("category", "must be retained_earnings for one account only");
    if (parent === null) continue;
    const above = inFile.get(parent) ?? known.get(parent);
    if (!above) fault("parent", "must be a code of the file or of the ledger");
    else if (above.type !== type) fault("parent", "must be an account of the same type");
    else if (isBelow(code, parent, inFile, known)) fault("parent", "must not be below the account");
  }
  return faults;
}

const maxDepth = 8;

/** Whether `parent` is the account itself or below it, or too deep. */
function isBelow(
  code: string,
  parent: string,
  inFile: ReadonlyMap<string, ChartAccount>,
  known: Known,
): boolean {
  const byId = new Map([...known.values()].map((row) => [row.id, row.code]));
  let depth = 0;
  for (let above: string | null = parent; above !== null; depth += 1) {
    if (above === code || depth >= maxDepth) return true;
    const row = known.get(above);
    above = inFile.has(above) ? inFile.get(above)!.parent : (byId.get(row?.parentId ?? "") ?? null);
  }
  return false;
}

function parentsFirst(accounts: readonly ChartAccount[]): ChartAccount[] {
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const ordered = new Set<ChartAccount>();
  const visit = (account: ChartAccount): void => {
    const above = account.parent === null ? undefined : byCode.get(account.parent);
    if (above && !ordered.has(above)) visit(above);
    ordered.add(account);
  };
  for (const account of accounts) visit(account);
  return [...ordered];
}

async function renameKnown(
  em: EntityManager,
  ctx: HubContext,
  {
    accounts,
    known,
    idOf,
  }: { accounts: readonly ChartAccount[]; known: Known; idOf: ReadonlyMap<string, string> },
): Promise<number> {
  const updatedAt = ctx.clock.now().toISOString();
  let updated = 0;
  for (const { code, name, parent } of accounts) {
    const row = known.get(code);
    const parentId = parent === null ? null : idOf.get(parent)!;
    if (!row || (row.name === name && row.parentId === parentId)) continue;
    await rows.updateLedgerAccountRow(em, row.id, { name, parentId, updatedAt });
    updated += 1;
  }
  return updated;
}

async function present(
  em: EntityManager,
  ledger: LedgerRow,
  counts: { created: number; updated: number },
): Promise<ChartOfAccounts> {
  const { accounts, currency, total } = await presentChart(em, ledger);
  return { accounts, currency, total, fiscalYearStartMonth: ledger.fiscalYearStart, ...counts };
}
