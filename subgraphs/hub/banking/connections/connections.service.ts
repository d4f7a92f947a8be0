import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountsOf, knownAccounts } from "./account.rows.ts";
import { limitIn } from "./account-limit.service.ts";
import type { BankLinkMetadata, ToggleBankAppInput } from "../banking-inputs.types.ts";
import type {
  BankAccountList,
  BankConnectionList,
  BankDuplicateCheck,
  ToggledBankApp,
} from "../banking.types.ts";
import { isDisconnected } from "../banking.errors.ts";
import {
  enabledFor,
  lockOwnConnection,
  readConnection,
  readingApps,
  requireApp,
} from "./connection-access.service.ts";
import { showAccount, showConnection } from "./connection-view.ts";
import { lockConnection, selectConnections, setApp } from "./connection.rows.ts";
import { matchDuplicate } from "../transactions/duplicates.ts";
import { readLinkedAccounts } from "./link-metadata.ts";

/** The caller's connections that the call may use, newest first; ended ones too. */
export async function listConnections(ctx: HubContext): Promise<BankConnectionList> {
  const where = `c.owner_id = $1 AND ${enabledFor("$2")} ORDER BY c.created_at DESC, c.id DESC`;
  const values = [ctx.principal.ownerId, readingApps(ctx)];
  const rows = await inTransaction(ctx, (em) => selectConnections(em, where, values), { readOnly: true });
  return { connections: rows.map(showConnection) };
}

/** Accounts of one connection. Throws CONNECTION_NOT_FOUND. */
export async function listAccounts(ctx: HubContext, connectionId: string): Promise<BankAccountList> {
  const { id } = await readConnection(ctx, connectionId);
  const rows = await inTransaction(ctx, (em) => accountsOf(em, id), { readOnly: true });
  return { accounts: rows.map(showAccount) };
}

/**
 * Enables or disables a connection for an app; its data stays with the owner. Throws CONNECTION_NOT_FOUND, 409 for a
 * connection that has ended, or 400 for an app that is not registered.
 */
export async function toggleApp(ctx: HubContext, input: ToggleBankAppInput): Promise<ToggledBankApp> {
  const { connectionId, appId, enabled } = input;
  await requireApp(ctx, appId);
  return exactlyOnce(ctx, { operation: "toggleBankApp", input }, async (em) => {
    const { ownerId, status } = await lockOwnConnection(ctx, em, connectionId);
    if (status === "disconnected") throw isDisconnected();
    await setApp(em, { connectionId, ownerId, appId, enabled, now: ctx.clock.now() });
    const { apps } = (await lockConnection(em, connectionId))!;
    return { connectionId, appId, enabled, apps };
  });
}

/** Whether a login is already connected, by the metadata of the provider's page. Changes and exchanges nothing. */
export async function checkDuplicate(
  ctx: HubContext,
  metadata: BankLinkMetadata,
): Promise<BankDuplicateCheck> {
  const incoming = readLinkedAccounts(metadata);
  const { institutionId } = metadata;
  return inTransaction(ctx, async (em) => {
    const known = await knownAccounts(em, { ownerId: ctx.principal.ownerId ?? "", institutionId });
    const { connectionId, matched, fresh } = matchDuplicate(incoming, known);
    const { limit, usage } = await limitIn(ctx, em, ctx.appId);
    return {
      duplicate: connectionId !== null,
      connectionId,
      institutionId,
      matchedAccounts: matched.map(({ accountId, name, mask, subtype }) => ({
        accountId,
        name,
        mask,
        subtype,
      })),
      newAccounts: fresh.map(({ name, mask, subtype }) => ({ name, mask, subtype })),
      wouldExceedLimit: limit !== -1 && fresh.length > 0 && usage + fresh.length > limit,
      limit,
      usage,
    };
  });
}
