import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingRule, ledgerAccountNotFound } from "../accounting.errors.ts";
import {
  listLedgerAccountRows,
  lockLedgerAccounts,
  type LedgerAccountRow,
} from "../accounts/ledger-account.rows.ts";
import { emptyLedger, findLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { exportTables, targetOf } from "./ledger-export.rows.ts";
import type * as types from "./ledger-export.types.ts";
import type { RemoteAccount } from "./remote-books.port.ts";
import { readRemoteAccounts, requireCompany, type ReachedCompany } from "./remote-company.service.ts";

/** A ledger account with the account there; null when there is none that takes journal lines. */
export interface MappedExportAccount {
  account: LedgerAccountRow;
  remote: RemoteAccount | null;
  isDefault: boolean;
}

/** Where lines of every account of a ledger go: to the chosen account there, else to the one of the same code. */
export async function readExportMapping(
  em: EntityManager,
  ledger: LedgerRow,
  { target, remoteAccounts }: { target: string; remoteAccounts: readonly RemoteAccount[] },
): Promise<MappedExportAccount[]> {
  const usable = remoteAccounts.filter(({ isUsable }) => isUsable);
  const byId = new Map(usable.map((remote) => [remote.id, remote]));
  const byCode = new Map(usable.flatMap((remote) => (remote.code === null ? [] : [[remote.code, remote]])));
  const where = "t.target = $1 AND t.owner_id = $2 AND t.ledger_id = $3";
  const values = [target, ledger.ownerId, ledger.id];
  const rows = await exportTables.findRows(em, "accounting_export_accounts", where, values);
  const chosen = new Map(rows.map(({ accountId, remoteAccountId }) => [accountId, remoteAccountId]));
  return (await listLedgerAccountRows(em, ledger)).map((account) => {
    const remoteId = chosen.get(account.id);
    if (remoteId !== undefined) return { account, remote: byId.get(remoteId) ?? null, isDefault: false };
    return { account, remote: byCode.get(account.code) ?? null, isDefault: true };
  });
}

/** The chart of a company beside the accounts of a ledger. Throws what `requireCompany` throws, and INVALID_CURRENCY. */
export async function readLedgerExportAccounts(
  ctx: HubContext,
  { connectionId, remoteCompanyId, currency }: types.LedgerExportAccountsArgs,
): Promise<types.LedgerExportAccounts> {
  const reached = await requireCompany(ctx, { connectionId, remoteCompanyId });
  const remoteAccounts = await readRemoteAccounts(ctx, reached);
  const read = async (em: EntityManager) => {
    const ledger = (await findLedger(em, ctx, currency)) ?? emptyLedger(ctx, currency);
    return present(em, ledger, { reached, remoteAccounts });
  };
  const mapping = await inTransaction({ em: ctx.em, principal: ctx.principal }, read, { readOnly: true });
  const shown = remoteAccounts.map(({ isUsable: usable, ...account }) => ({ ...account, usable }));
  return Object.assign(mapping, { remoteAccounts: shown });
}

/**
 * Chooses accounts of a company for lines of ledger accounts, from the next export on. Throws what `requireCompany` throws,
 * NOT_FOUND for a ledger account or one there, BUSINESS_RULE for one there that takes no journal lines, and VALIDATION_ERROR
 * for an account that is named twice. Idempotent.
 */
export function updateLedgerExportAccounts(
  ctx: HubContext,
  input: types.UpdateLedgerExportAccountsInput,
): Promise<types.LedgerExportMapping> {
  refuseRepeats(input.accounts);
  return onceOutside(
    ctx,
    { operation: "updateLedgerExportAccounts", input },
    {
      prepare: async () => {
        const reached = await requireCompany(ctx, input);
        const remoteAccounts = await readRemoteAccounts(ctx, reached);
        for (const { remoteAccountId } of input.accounts) requireUsable(remoteAccounts, remoteAccountId);
        return { reached, remoteAccounts };
      },
      record: async (em, { reached, remoteAccounts }) => {
        const ledger = await findLedger(em, ctx, input.currency);
        if (!ledger) throw ledgerAccountNotFound();
        await choose(em, ctx, { ledger, target: targetOfCompany(reached), accounts: input.accounts });
        return present(em, ledger, { reached, remoteAccounts });
      },
      act: () => Promise.resolve(null),
      settle: (_em, mapping) => Promise.resolve(mapping),
    },
  );
}

export function targetOfCompany({ provider, company }: ReachedCompany): string {
  return targetOf(provider, company.id);
}

async function choose(
  em: EntityManager,
  ctx: HubContext,
  {
    ledger,
    target,
    accounts,
  }: { ledger: LedgerRow; target: string; accounts: readonly types.LedgerExportAccountInput[] },
): Promise<void> {
  const ids = accounts.map(({ accountId }) => accountId);
  const found = await lockLedgerAccounts(em, ctx, ids);
  if (found.length < ids.length) throw ledgerAccountNotFound();
  if (found.some(({ ledgerId }) => ledgerId !== ledger.id)) {
    const message = "An account is of another ledger. Choose accounts of the currency of the mapping.";
    throw accountingRule("other_ledger", message);
  }
  const own = [target, ids];
  await executeSql(
    em,
    "DELETE FROM accounting_export_accounts WHERE target = $1 AND account_id = ANY ($2)",
    own,
  );
  const rows = accounts.flatMap(({ accountId, remoteAccountId = null }) =>
    remoteAccountId === null
      ? []
      : [{ ownerId: ledger.ownerId, ledgerId: ledger.id, target, accountId, remoteAccountId }],
  );
  if (rows.length > 0) await exportTables.insertAll(em, "accounting_export_accounts", rows);
}

function requireUsable(
  remoteAccounts: readonly RemoteAccount[],
  remoteAccountId: string | null | undefined,
): void {
  if (remoteAccountId === null || remoteAccountId === undefined) return;
  const remote = remoteAccounts.find(({ id }) => id === remoteAccountId);
  const missing = "Account not found in the other program. Check the remoteAccountId.";
  if (!remote) throw new DomainError("NOT_FOUND", missing);
  if (remote.isUsable) return;
  const message = "The other program takes no journal lines for this account. Choose another one.";
  throw accountingRule("remote_account_unusable", message, { remoteAccountId });
}

function refuseRepeats(accounts: readonly types.LedgerExportAccountInput[]): void {
  const seen = new Set<string>();
  const faults = accounts.flatMap(({ accountId }, index) => {
    if (!seen.has(accountId)) return (seen.add(accountId), []);
    return [
      { path: `accounts.${index}.accountId`, message: "must not repeat an earlier one", rule: "unique" },
    ];
  });
  if (faults.length > 0) throw validationError(faults);
}

async function present(
  em: EntityManager,
  ledger: LedgerRow,
  { reached, remoteAccounts }: { reached: ReachedCompany; remoteAccounts: readonly RemoteAccount[] },
): Promise<types.LedgerExportMapping> {
  const { provider, company } = reached;
  const mapping = await readExportMapping(em, ledger, { target: targetOfCompany(reached), remoteAccounts });
  return {
    provider,
    remoteCompanyId: company.id,
    companyName: company.name,
    currency: ledger.currency,
    accounts: mapping
      .filter(({ account }) => account.archivedAt === null)
      .map(({ account, remote, isDefault }) => ({
        accountId: account.id,
        accountCode: account.code,
        accountName: account.name,
        remoteAccountId: remote?.id ?? null,
        isDefault,
      })),
  };
}
