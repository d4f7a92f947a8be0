import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { knownAccounts, writeAccounts } from "./account.rows.ts";
import { requireRoomFor } from "./account-limit.service.ts";
import { applyRun, movedOn } from "../transactions/apply-run.service.ts";
import type { BankItem, ProviderAccount } from "../bank.port.ts";
import type { ExchangeBankTokenInput } from "../banking-inputs.types.ts";
import { syncQueue } from "../banking-queues.ts";
import { insertConnection, lockConnection, setApp, tokenPlace, updateConnection } from "./connection.rows.ts";
import { matchDuplicate } from "../transactions/duplicates.ts";
import { forgetRemoval, recordRemoval, tryRemoval } from "./item-removal.service.ts";
import { openToken, syncLock } from "../transactions/sync.service.ts";
import { takeLock } from "./session-locks.service.ts";
import { fetchRun, type FetchedRun } from "../transactions/sync-pages.service.ts";

/** How long the first import may keep the call waiting. */
const importMs = 20_000;
/** Longer than any request takes to store a login that it opened. */
const unfinishedMs = 5 * 60 * 1000;

/** A login whose token has been used, and what it shows. */
export interface OpenedLogin {
  connectionId: string;
  isNew: boolean;
  accessToken: string;
  item: BankItem;
  accounts: ProviderAccount[];
  institution: { name: string; logoUrl: string | null };
  /** Null when the provider was not ready for it. */
  run: FetchedRun | null;
  /** The note that ends the login at the provider unless it is stored. */
  recordedId: string | null;
}

/**
 * Uses a login's token, and reads its bank and accounts. The page's metadata is not trusted: the bank, the accounts,
 * duplicates and the plan's cap are checked again with the login's own data. A rejected login is ended at the provider.
 * Throws BankProviderFault, 400, or 403 `tier_required`.
 */
export async function openLogin(
  ctx: HubContext,
  input: ExchangeBankTokenInput,
  { known, newConnectionId }: { known: string | null; newConnectionId: string },
): Promise<OpenedLogin> {
  const { bank } = ctx.ports;
  const ownerId = ctx.principal.ownerId ?? "";
  const { accessToken, itemId } = await bank.exchangePublicToken(input.publicToken);
  const recordedId = await recordUnfinished(ctx, {
    connectionId: known ?? newConnectionId,
    accessToken,
    itemId,
  });
  try {
    const { item, accounts } = await bank.listAccounts(accessToken);
    const { connectionId, fresh } = await checkLogin(ctx, input, { item, accounts, known });
    const id = connectionId ?? newConnectionId;
    const { em, principal } = ctx;
    await inTransaction({ em, principal }, (own) =>
      requireRoomFor(ctx, own, { appId: input.appId, more: fresh }),
    );
    const institution = await describeInstitution(ctx, input);
    const login = { connectionId: id, isNew: connectionId === null, accessToken, item, accounts };
    const run = await firstImport(ctx, { connectionId: id, ownerId, accessToken });
    return { ...login, institution, run, recordedId };
  } catch (thrown) {
    if (recordedId !== null) await tryRemoval(ctx, recordedId);
    throw thrown;
  }
}

/** The connection that shows accounts of this login, and how many it does not show. */
async function checkLogin(
  ctx: HubContext,
  { metadata: { institutionId } }: ExchangeBankTokenInput,
  { item, accounts, known }: { item: BankItem; accounts: readonly ProviderAccount[]; known: string | null },
): Promise<{ connectionId: string | null; fresh: number }> {
  if (item.institutionId !== null && item.institutionId !== institutionId)
    throw validationError([
      { path: "metadata.institutionId", message: "must match the bank of the login", rule: "same" },
    ]);
  const { em, principal } = ctx;
  const ownerId = principal.ownerId ?? "";
  const stored = await inTransaction({ em, principal }, (own) =>
    knownAccounts(own, { ownerId, institutionId }),
  );
  const duplicate = matchDuplicate(accounts, stored);
  const mine = stored.filter(({ connectionId }) => connectionId === duplicate.connectionId).length;
  // Accounts that the new login does not show go, and make room.
  const fresh = duplicate.fresh.length - (mine - duplicate.matched.length);
  return { connectionId: duplicate.connectionId ?? known, fresh };
}

/**
 * Records that the login must be ended unless it is stored soon, so that a crash in between leaves none behind. Null
 * for the token of a repaired login, which opens the login that is connected.
 */
function recordUnfinished(
  ctx: HubContext,
  { connectionId, accessToken, itemId }: { connectionId: string; accessToken: string; itemId: string },
): Promise<string | null> {
  const { em, principal } = ctx;
  const ownerId = principal.ownerId ?? "";
  return inTransaction({ em, principal }, async (own) => {
    const used = await executeSql(own, "SELECT 1 FROM bank_connections WHERE item_id = $1", [itemId]);
    if (used.length > 0) return null;
    return recordRemoval(ctx, own, { connectionId, ownerId, accessToken }, unfinishedMs);
  });
}

/** The bank's own name and picture; the page's metadata when the provider has none. */
async function describeInstitution(
  ctx: HubContext,
  { metadata: { institutionId, institutionName } }: ExchangeBankTokenInput,
): Promise<OpenedLogin["institution"]> {
  const found = await ctx.ports.bank.readInstitution(institutionId).catch(() => null);
  return { name: found?.name ?? institutionName, logoUrl: found?.logoUrl ?? null };
}

async function firstImport(
  ctx: HubContext,
  target: { connectionId: string; ownerId: string; accessToken: string },
): Promise<FetchedRun | null> {
  const lock = await takeLock(ctx.em, syncLock(target.connectionId), { waitMs: importMs });
  if (!lock) return null;
  try {
    return await fetchRun(ctx, { ...target, cursor: null, signal: AbortSignal.timeout(importMs) });
  } catch (err) {
    ctx.log.warn({ err, connectionId: target.connectionId }, "The first import of a bank is postponed");
    return null;
  } finally {
    await lock.release();
  }
}

/** Outcome of a login: its connection, and the recorded removal of the login that it replaced. */
export interface StoredLogin {
  connectionId: string;
  duplicate: boolean;
  accountsAdded: number;
  removalId: string | null;
}

/** Writes a login in the open transaction: connection, token, accounts, the first import, and the app. */
export async function storeLogin(
  ctx: HubContext,
  em: EntityManager,
  { input, login }: { input: ExchangeBankTokenInput; login: OpenedLogin },
): Promise<StoredLogin> {
  const now = ctx.clock.now();
  const ownerId = ctx.principal.ownerId ?? "";
  const { connectionId, isNew, accounts, item, run, recordedId } = login;
  if (recordedId !== null && !(await forgetRemoval(em, recordedId))) throw movedOn();
  const removalId = isNew ? await insertLogin(ctx, em, input, login) : await replaceLogin(ctx, em, login);
  await setApp(em, { connectionId, ownerId, appId: input.appId, enabled: true, now });
  const accountsAdded = await writeAccounts(em, { connectionId, ownerId, now, isFresh: true }, accounts);
  if (run) await applyRun(em, run, { now, daysBack: 730 });
  const isBehind = run === null || (await hasEarlierWebhooks(em, item.itemId));
  if (isBehind) await enqueue(em, syncQueue, { connectionId }, { singletonKey: connectionId });
  return { connectionId, duplicate: !isNew, accountsAdded, removalId };
}

async function insertLogin(
  ctx: HubContext,
  em: EntityManager,
  { metadata: { institutionId } }: ExchangeBankTokenInput,
  { connectionId: id, accessToken, item, institution }: OpenedLogin,
): Promise<null> {
  const { itemId, products, consentExpiresAt } = item;
  await insertConnection(em, {
    id,
    ownerId: ctx.principal.ownerId ?? "",
    institutionId,
    institutionName: institution.name,
    institutionLogoUrl: institution.logoUrl,
    products,
    consentExpiresAt,
    itemId,
    accessTokenSealed: ctx.ports.keyRing.seal(accessToken, tokenPlace(id)),
    now: ctx.clock.now(),
  });
  return null;
}

/** Returns the recorded removal of the earlier login; null when it is the same one. */
async function replaceLogin(
  ctx: HubContext,
  em: EntityManager,
  { connectionId, accessToken, item }: OpenedLogin,
): Promise<string | null> {
  const before = (await lockConnection(em, connectionId))!;
  const { ownerId, itemId } = before;
  const isOther = itemId !== null && itemId !== item.itemId;
  const removalId = isOther
    ? await recordRemoval(ctx, em, { connectionId, ownerId, accessToken: openToken(ctx, before) })
    : null;
  await updateConnection(em, connectionId, {
    status: "active",
    error_code: null,
    disconnected_at: null,
    item_id: item.itemId,
    access_token_sealed: ctx.ports.keyRing.seal(accessToken, tokenPlace(connectionId)),
    // Start from the beginning: a new login reports all transactions again.
    sync_cursor: null,
    updated_at: ctx.clock.now(),
  });
  return removalId;
}

/** Whether the provider sent webhooks of this login before it was stored. */
async function hasEarlierWebhooks(em: EntityManager, itemId: string): Promise<boolean> {
  const sql = "SELECT 1 FROM bank_webhooks WHERE item_id = $1 AND verified AND status = 'ignored' LIMIT 1";
  return (await asSystem(em, (own) => executeSql(own, sql, [itemId]))).length > 0;
}
