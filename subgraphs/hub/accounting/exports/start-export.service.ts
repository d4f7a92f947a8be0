import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, accountingRule } from "../accounting.errors.ts";
import { emptyLedger, findLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { readExportMapping, targetOfCompany } from "./export-mapping.service.ts";
import { presentExports } from "./list-exports.service.ts";
import { ledgerExportQueue } from "./ledger-export.queue.ts";
import {
  exportTables,
  listPeriodEntries,
  lockTarget,
  type ExportAccount,
  type ExportEntryRow,
  type ExportRow,
  type PeriodEntry,
} from "./ledger-export.rows.ts";
import type { LedgerExport, StartLedgerExportInput } from "./ledger-export.types.ts";
import type { RemoteAccount } from "./remote-books.port.ts";
import {
  readRemoteAccounts,
  readRemoteCurrency,
  requireCompany,
  type ReachedCompany,
} from "./remote-company.service.ts";

/** Most entries of a period. */
const maxEntries = 2_000;

/**
 * Begins to export the posted entries of a period to a company in another program; a job sends them. Each entry is posted
 * there once, also when periods overlap or a process is killed. Closing entries are left out, since the other program closes its
 * years itself. Throws what `requireCompany` throws, VALIDATION_ERROR, INVALID_STATE while another export to the company runs,
 * and BUSINESS_RULE for a company with another currency, unmapped accounts, or more than 2,000 entries. Idempotent by the key.
 */
export function startLedgerExport(ctx: HubContext, input: StartLedgerExportInput): Promise<LedgerExport> {
  if (input.to < input.from)
    throw validationError([{ path: "to", message: "must not be before from", rule: "minimum" }]);
  return onceOutside(
    ctx,
    { operation: "startLedgerExport", input },
    {
      prepare: async () => {
        const reached = await requireCompany(ctx, input);
        const currency = await readRemoteCurrency(ctx, reached);
        return { reached, currency, remoteAccounts: await readRemoteAccounts(ctx, reached) };
      },
      record: (em, prepared) => recordExport(em, ctx, { input, ...prepared }),
      act: () => Promise.resolve(null),
      settle: async (em, { id }) => {
        const rows = await exportTables.findRows(em, "accounting_exports", "t.id = $1", [id]);
        return (await presentExports(em, rows))[0]!;
      },
    },
  );
}

interface Prepared {
  input: StartLedgerExportInput;
  reached: ReachedCompany;
  currency: string;
  remoteAccounts: RemoteAccount[];
}

async function recordExport(
  em: EntityManager,
  ctx: HubContext,
  { input, reached, currency, remoteAccounts }: Prepared,
): Promise<{ id: string }> {
  const { from, to } = input;
  const ownerId = ctx.principal.ownerId ?? "";
  const target = targetOfCompany(reached);
  const ledger = await findLedger(em, ctx, input.currency);
  if (!ledger) throw noBooks(emptyLedger(ctx, input.currency).currency);
  if (ledger.currency !== currency) throw otherCurrency(ledger.currency, currency);
  await lockTarget(em, ownerId, target);
  await refuseWhileRunning(em, ownerId, target);
  const found = await listPeriodEntries(em, ledger, { from, to, target, limit: maxEntries + 1 });
  if (found.length > maxEntries) throw tooMany();
  const entries = found.filter(({ isExported }) => !isExported);
  const accounts = await requireMapped(em, ledger, { target, remoteAccounts, entries });
  const now = ctx.clock.now().toISOString();
  const row: ExportRow = {
    id: newId("lex"),
    ownerId,
    ledgerId: ledger.id,
    connectionId: reached.connectionId,
    provider: reached.provider,
    companyId: reached.company.id,
    companyName: reached.company.name.slice(0, 200),
    target,
    fromDate: from,
    toDate: to,
    status: entries.length === 0 ? "completed" : "running",
    failure: null,
    earlierCount: found.length - entries.length,
    accounts,
    runId: null,
    leasedUntil: null,
    createdBy: ctx.principal.id,
    createdAt: now,
    finishedAt: entries.length === 0 ? now : null,
  };
  await exportTables.insertAll(em, "accounting_exports", [row]);
  if (entries.length === 0) return { id: row.id };
  await exportTables.insertAll(
    em,
    "accounting_export_entries",
    entries.map((entry) => entryOf(row, entry)),
  );
  await enqueue(em, ledgerExportQueue, { exportId: row.id, ownerId }, { singletonKey: row.id });
  return { id: row.id };
}

/** The key changes when the program has refused the entry: it may keep a refusal by its key. */
function entryOf(
  { id: exportId, ownerId, ledgerId, target }: ExportRow,
  { id: entryId, isDoubtful, failures }: PeriodEntry,
): ExportEntryRow {
  return {
    id: newId("lee"),
    ownerId,
    ledgerId,
    exportId,
    entryId,
    target,
    status: "pending",
    requestKey: `${entryId}-${failures}`,
    isDoubtful,
    remoteId: null,
    error: null,
    finishedAt: null,
  };
}

async function refuseWhileRunning(em: EntityManager, ownerId: string, target: string): Promise<void> {
  const where = "t.owner_id = $1 AND t.target = $2 AND t.status = 'running'";
  const [running] = await exportTables.findRows(em, "accounting_exports", where, [ownerId, target]);
  if (!running) return;
  throw accountingConflict(
    "export_running",
    "Another export to this company is still running. Wait until it has ended, then try again.",
    { exportId: running.id },
  );
}

/** The accounts there of all lines. Throws BUSINESS_RULE that names accounts without one. */
async function requireMapped(
  em: EntityManager,
  ledger: LedgerRow,
  {
    target,
    remoteAccounts,
    entries,
  }: { target: string; remoteAccounts: readonly RemoteAccount[]; entries: readonly PeriodEntry[] },
): Promise<ExportAccount[]> {
  const used = new Set(entries.flatMap(({ accountIds }) => accountIds));
  const mapping = await readExportMapping(em, ledger, { target, remoteAccounts });
  const needed = mapping.filter(({ account }) => used.has(account.id));
  const missing = needed.filter(({ remote }) => remote === null);
  if (missing.length > 0) {
    throw accountingRule(
      "accounts_unmapped",
      "Some accounts have none in the other program. Choose them with update_ledger_export_accounts.",
      { accounts: missing.slice(0, 100).map(({ account: { id, code } }) => ({ accountId: id, code })) },
    );
  }
  return needed.map(({ account, remote }): ExportAccount => [account.id, remote!.id, remote!.code]);
}

function noBooks(currency: string): Error {
  const message = "There are no books in this currency. Post entries first, or choose another currency.";
  return accountingRule("no_ledger", message, { currency });
}

function otherCurrency(currency: string, companyCurrency: string): Error {
  return accountingRule(
    "currency_differs",
    "The company keeps its books in another currency. Choose the ledger of that currency, or another company.",
    { currency, companyCurrency },
  );
}

function tooMany(): Error {
  const message = `The period has more than ${maxEntries} entries. Choose a shorter one.`;
  return accountingRule("too_many_entries", message, { maxEntries });
}
