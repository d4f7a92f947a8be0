import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountsOf, writeAccounts, type AccountRow } from "./account.rows.ts";
import { BankProviderFault } from "../bank.port.ts";
import type { BankBalances } from "../banking.types.ts";
import { publicFault } from "../banking.errors.ts";
import { readConnection } from "./connection-access.service.ts";
import { recordFault } from "./connection-state.service.ts";
import { showBalance } from "./connection-view.ts";
import { lockConnection, type ConnectionRow } from "./connection.rows.ts";
import { takeLock } from "./session-locks.service.ts";
import { openToken } from "../transactions/sync.service.ts";

const keepMs = 5 * 60 * 1000;
const waitMs = 20_000;

/**
 * Balances of a connection's accounts, refreshed from the bank at most once per 5 minutes. A connection whose login
 * does not work returns the stored ones. Throws CONNECTION_NOT_FOUND, and BANK_PROVIDER_ERROR while the provider is
 * unreachable.
 */
export async function readBalances(ctx: HubContext, connectionId: string): Promise<BankBalances> {
  const row = await readConnection(ctx, connectionId);
  const read = () => inTransaction(ctx, (em) => accountsOf(em, row.id), { readOnly: true });
  let accounts = await read();
  if (row.status === "active" && isStale(ctx, accounts)) {
    await refresh(ctx, row);
    accounts = await read();
  }
  return { connectionId, balances: accounts.filter(({ isActive }) => isActive).map(showBalance) };
}

function isStale({ clock }: HubContext, accounts: readonly AccountRow[]): boolean {
  const since = clock.now().getTime() - keepMs;
  return accounts.some(({ isActive, balancesAsOf }) => isActive && balancesAsOf.getTime() <= since);
}

/** One refresh at a time: later requests use the result of the one they waited for. */
async function refresh(ctx: HubContext, row: ConnectionRow): Promise<void> {
  const lock = await takeLock(ctx.em, `bank-balances ${row.id}`, { waitMs });
  try {
    if (lock && !isStale(ctx, await inTransaction(ctx, (em) => accountsOf(em, row.id)))) return;
    const shown = await ctx.ports.bank.readBalances(openToken(ctx, row));
    await asSystem(ctx.em, async (em) => {
      const now = await lockConnection(em, row.id);
      if (now?.itemId !== row.itemId) return;
      const { id: connectionId, ownerId } = row;
      await writeAccounts(em, { connectionId, ownerId, now: ctx.clock.now(), isFresh: true }, shown);
    });
  } catch (thrown) {
    const noted = await recordFault(ctx, row, thrown);
    const isAboutLogin = thrown instanceof BankProviderFault && thrown.kind === "login_required";
    if (!isAboutLogin) throw publicFault(noted);
  } finally {
    await lock?.release();
  }
}
