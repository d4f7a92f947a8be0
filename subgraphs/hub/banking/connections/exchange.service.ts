import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountsOf, knownAccounts } from "./account.rows.ts";
import { limitIn, requireRoomFor } from "./account-limit.service.ts";
import { emitBankEvent } from "./bank-events.service.ts";
import { BankProviderFault } from "../bank.port.ts";
import type { ExchangeBankTokenInput } from "../banking-inputs.types.ts";
import type { ExchangedBankToken } from "../banking.types.ts";
import { isBusy, publicFault } from "../banking.errors.ts";
import { requireApp } from "./connection-access.service.ts";
import { showAccount, showConnection } from "./connection-view.ts";
import { lockConnection, setApp } from "./connection.rows.ts";
import { matchDuplicate, type IncomingAccount } from "../transactions/duplicates.ts";
import { readLinkedAccounts } from "./link-metadata.ts";
import { openLogin, storeLogin, type OpenedLogin } from "./new-login.service.ts";
import { tryRemoval } from "./item-removal.service.ts";
import { takeLock, type HeldLock } from "./session-locks.service.ts";

/** How long a call waits for another one of the same owner that connects a bank. */
const waitMs = 45_000;

/** What to do with a login, decided before its token is used. */
interface LinkIntent {
  /** A connection that shows some of its accounts; null for none. */
  known: string | null;
  /** True when the app only joins it: its login works, and shows all that this one does. */
  isShared: boolean;
  /** Id of the connection, if it is to be a new one. */
  newConnectionId: string;
}

/**
 * Turns a finished login into a connection. Serialized per account; decides before the token is used: when a working
 * connection already shows all accounts, the token is left unused and the app joins that connection; when the
 * connection is broken or the accounts differ, the new login replaces the old one; otherwise it is a new connection, if
 * the plan has room. Runs the first import, or enqueues it when the provider is not ready. Throws 400 for an invalid
 * token or metadata, 403 `tier_required`, and 502 UPSTREAM_FAILED.
 */
export async function exchangeToken(
  ctx: HubContext,
  input: ExchangeBankTokenInput,
): Promise<ExchangedBankToken> {
  await requireApp(ctx, input.appId);
  const incoming = readLinkedAccounts(input.metadata);
  let lock: HeldLock | null = null;
  const take = async (): Promise<void> => {
    lock ??= await takeLock(ctx.em, `bank-link ${ctx.principal.ownerId}`, { waitMs });
    if (lock === null) throw isBusy();
  };
  let replaced: string | null = null;
  try {
    const answer = await onceOutside(
      ctx,
      { operation: "exchangeBankToken", input },
      {
        prepare: take,
        record: (em) => decideLink(ctx, em, input, incoming),
        act: async (intent) => {
          await take();
          return intent.isShared ? null : await openOrRefuse(ctx, input, intent);
        },
        settle: async (em, intent, login) => {
          if (login === null) return settleShared(ctx, em, input, intent.known!);
          const stored = await storeLogin(ctx, em, { input, login });
          replaced = stored.removalId;
          return answerFor(ctx, em, input, { ...stored, shared: false });
        },
      },
    );
    if (replaced !== null) await tryRemoval(ctx, replaced);
    return answer;
  } finally {
    await (lock as HeldLock | null)?.release();
  }
}

async function decideLink(
  ctx: HubContext,
  em: EntityManager,
  { appId, metadata }: ExchangeBankTokenInput,
  incoming: readonly IncomingAccount[],
): Promise<LinkIntent> {
  const ownerId = ctx.principal.ownerId ?? "";
  const known = await knownAccounts(em, { ownerId, institutionId: metadata.institutionId });
  const { connectionId, fresh } = matchDuplicate(incoming, known);
  const connection = connectionId === null ? null : await lockConnection(em, connectionId);
  const isShared = connection?.status === "active" && fresh.length === 0;
  // Accounts that the page did not show are counted when the login shows them.
  if (!isShared) await requireRoomFor(ctx, em, { appId, more: fresh.length });
  return { known: connectionId, isShared, newConnectionId: newId("conn") };
}

async function openOrRefuse(
  ctx: HubContext,
  input: ExchangeBankTokenInput,
  { known, newConnectionId }: LinkIntent,
): Promise<OpenedLogin> {
  try {
    return await openLogin(ctx, input, { known, newConnectionId });
  } catch (thrown) {
    if (thrown instanceof BankProviderFault && thrown.kind === "invalid_public_token")
      throw validationError([
        {
          path: "publicToken",
          message: "must be an unused, unexpired token from the provider's page",
          rule: "token",
        },
      ]);
    throw publicFault(thrown, "UPSTREAM_FAILED");
  }
}

async function settleShared(
  ctx: HubContext,
  em: EntityManager,
  input: ExchangeBankTokenInput,
  connectionId: string,
): Promise<ExchangedBankToken> {
  const { id, ownerId } = (await lockConnection(em, connectionId))!;
  await setApp(em, { connectionId: id, ownerId, appId: input.appId, enabled: true, now: ctx.clock.now() });
  return answerFor(ctx, em, input, { connectionId, duplicate: true, shared: true, accountsAdded: 0 });
}

async function answerFor(
  ctx: HubContext,
  em: EntityManager,
  { appId }: ExchangeBankTokenInput,
  outcome: { connectionId: string; duplicate: boolean; shared: boolean; accountsAdded: number },
): Promise<ExchangedBankToken> {
  const { connectionId, duplicate, shared, accountsAdded } = outcome;
  const connection = (await lockConnection(em, connectionId))!;
  if (!shared) await emitBankEvent(em, "bank.connected", connection);
  const accounts = (await accountsOf(em, connectionId)).filter(({ isActive }) => isActive).map(showAccount);
  const limit = await limitIn(ctx, em, appId);
  return { connection: showConnection(connection), accounts, duplicate, shared, accountsAdded, limit };
}
