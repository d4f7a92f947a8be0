import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { requireOwnApp } from "../../apps/apps.service.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, accountingRule, ledgerAccountNotFound } from "../accounting.errors.ts";
import { lockLedgerAccounts } from "../accounts/ledger-account.rows.ts";
import { openChart } from "../journal/post-source.service.ts";
import { emptyLedger, findLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { deleteAutoPosting, listAutoPostings, saveAutoPosting } from "./auto-posting.rows.ts";
import { readMapping, setMapping } from "./ledger-mapping.rows.ts";
import { ledgerSlots } from "./ledger-slots.ts";
import type * as types from "./ledger-mapping.types.ts";

/** The accounts that postings of apps use in a ledger. Throws INVALID_CURRENCY. */
export function readLedgerMapping(
  ctx: HubContext,
  { currency }: types.LedgerMappingArgs,
): Promise<types.LedgerMapping> {
  const read = async (em: EntityManager) => {
    const ledger = (await findLedger(em, ctx, currency)) ?? emptyLedger(ctx, currency);
    return present(em, ctx, ledger);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Chooses accounts for postings of apps from now on; entries that are posted stay. Creates the ledger with the standard
 * chart when there is none. Throws NOT_FOUND for an account, INVALID_STATE for an archived one, BUSINESS_RULE for one of
 * another ledger or of an unfit type, VALIDATION_ERROR for a purpose that is named twice. Idempotent.
 */
export function updateLedgerMapping(
  ctx: HubContext,
  input: types.UpdateLedgerMappingInput,
): Promise<types.LedgerMapping> {
  refuseRepeats(input.accounts);
  return exactlyOnce(ctx, { operation: "updateLedgerMapping", input }, async (em) => {
    const { currency } = (await findLedger(em, ctx, input.currency)) ?? emptyLedger(ctx, input.currency);
    const ledger = await openChart(em, ctx, currency);
    const ids = new Set(input.accounts.flatMap(({ accountId }) => accountId ?? []));
    const accounts = new Map((await lockLedgerAccounts(em, ctx, [...ids])).map((row) => [row.id, row]));
    for (const { slot, accountId = null } of input.accounts) {
      if (accountId !== null) requireFit(ledger, { slot, account: accounts.get(accountId) });
      await setMapping(em, ledger, { slot, accountId });
    }
    return present(em, ctx, ledger);
  });
}

/**
 * Switches automatic posting of an app on or off. Records of earlier days than `from` are left to `syncAppToLedger`. Throws
 * APP_NOT_FOUND. Idempotent.
 */
export function updateAutomaticPosting(
  ctx: HubContext,
  input: types.UpdateAutomaticPostingInput,
): Promise<types.AutomaticPosting> {
  return exactlyOnce(ctx, { operation: "updateAutomaticPosting", input }, async (em) => {
    const { appId: app, enabled } = input;
    await requireOwnApp(ctx, app);
    const now = ctx.clock.now().toISOString();
    const ownerId = ctx.principal.ownerId ?? "";
    if (!enabled) {
      await deleteAutoPosting(em, ownerId, app);
      return { appId: app, enabled, from: null };
    }
    const postsFrom = input.from ?? now.slice(0, 10);
    await saveAutoPosting(em, { ownerId, app, postsFrom, updatedBy: ctx.principal.id, updatedAt: now });
    return { appId: app, enabled, from: postsFrom };
  });
}

type Account = Awaited<ReturnType<typeof lockLedgerAccounts>>[number];

function requireFit(
  ledger: LedgerRow,
  { slot, account }: { slot: types.LedgerMappingChangeInput["slot"]; account: Account | undefined },
): void {
  if (!account) throw ledgerAccountNotFound();
  const { id: accountId, code } = account;
  if (account.ledgerId !== ledger.id) {
    const message = "The account is of another ledger. Choose one of the currency of the mapping.";
    throw accountingRule("other_ledger", message, { accountId, code });
  }
  if (account.archivedAt !== null) {
    const message = "The account is archived. Restore it, or choose another one.";
    throw accountingConflict("account_archived", message, { accountId, code });
  }
  const types: readonly string[] = ledgerSlots[slot].types;
  if (types.includes(account.type)) return;
  const message = `The account must be of the type ${types.join(" or ")}. Choose another one.`;
  throw accountingRule("account_type", message, { slot, accountId, code, types });
}

function refuseRepeats(changes: readonly types.LedgerMappingChangeInput[]): void {
  const seen = new Set<string>();
  const faults = changes.flatMap(({ slot }, index) => {
    if (!seen.has(slot)) return (seen.add(slot), []);
    return [{ path: `accounts.${index}.slot`, message: "must not repeat an earlier one", rule: "unique" }];
  });
  if (faults.length > 0) throw validationError(faults);
}

async function present(em: EntityManager, ctx: HubContext, ledger: LedgerRow): Promise<types.LedgerMapping> {
  const mapping = await readMapping(em, ledger);
  const automatic = await listAutoPostings(em, ctx.principal.ownerId ?? "");
  return {
    currency: ledger.currency,
    slots: mapping.map(({ slot, account, isDefault }) => ({
      slot,
      description: ledgerSlots[slot].description,
      accountId: account?.id ?? null,
      accountCode: account?.code ?? null,
      accountName: account?.name ?? null,
      isDefault,
    })),
    automaticPostings: automatic.map(({ app, postsFrom }) => ({
      appId: app,
      enabled: true,
      from: postsFrom,
    })),
  };
}
