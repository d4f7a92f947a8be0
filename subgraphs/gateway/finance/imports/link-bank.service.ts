import { changeOnce } from "../history/record-change.service.ts";
import { DomainError } from "../../../../src/errors.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import type { BankConnection } from "./bank-connections.port.ts";
import { deleteBankHistory } from "./delete-bank-history.service.ts";
import type {
  BankLink,
  BankLinkList,
  LinkBankAccountInput,
  UnlinkBankAccountInput,
  UnlinkedBank,
} from "./link-bank.types.ts";

/**
 * Connects a bank for the finance app. The hub uses the token first, once per idempotency key, and its response is stored
 * then; a retry after a failure returns it. Throws the hub's refusals: 400 for the token, 403 for the plan, and
 * UPSTREAM_FAILED.
 */
export async function linkBankAccount(ctx: FinanceContext, input: LinkBankAccountInput): Promise<BankLink> {
  const { institutionId, linkToken: publicToken } = input;
  const idempotencyKey = ctx.idempotencyKey === null ? null : `finance-link:${ctx.idempotencyKey}`;
  const login = { institutionId, publicToken, idempotencyKey };
  const connection = await ctx.ports.bankConnections.connect(ctx, login).catch((error: unknown) => {
    // The hub names its own argument.
    if (error instanceof DomainError && error.code === "VALIDATION_ERROR")
      throw badInput("linkToken", "must be an unused, unexpired token from the provider's page", "token");
    throw error;
  });
  return changeOnce(ctx, { operation: "linkBankAccount", input }, async () => presentLink(connection));
}

/** Bank links of the principal's account, newest first. */
export async function listBankLinks(ctx: FinanceContext): Promise<BankLinkList> {
  return { links: (await ctx.ports.bankConnections.list(ctx)).map(presentLink) };
}

/**
 * Ends a bank link; a bank that no other app uses is disconnected at the provider. Without `keepHistory`, its accounts and
 * their transactions are deleted first. A retry after a failure at the hub ends the link. Throws CONNECTION_NOT_FOUND, the
 * hub's refusals, and BUSINESS_RULE (`account_in_use`) for an account with bills, goals, trades or a loan.
 */
export async function unlinkBankAccount(
  ctx: FinanceContext,
  input: UnlinkBankAccountInput,
): Promise<UnlinkedBank> {
  const { linkId, keepHistory } = input;
  const { bankConnections } = ctx.ports;
  const connection = (await bankConnections.list(ctx)).find(({ connectionId }) => connectionId === linkId);
  if (!connection)
    throw new DomainError("CONNECTION_NOT_FOUND", "Bank connection not found. Check the linkId.");
  const bankAccountIds = keepHistory ? [] : await bankConnections.accountIds(ctx, linkId);
  const answer = await changeOnce(ctx, { operation: "unlinkBankAccount", input }, async (em) => ({
    unlinked: true as const,
    accountsDeleted: await deleteBankHistory(em, ctx, bankAccountIds),
  }));
  await bankConnections.leave(ctx, connection);
  return answer;
}

function presentLink({ connectionId, apps, status, ...connection }: BankConnection): BankLink {
  const isUsed = apps.some(({ appId, enabled }) => appId === "finance" && enabled);
  const { institutionId, institutionName, errorCode, accountCount, lastSyncedAt } = connection;
  return {
    id: connectionId,
    institutionId,
    institutionName,
    status: isUsed || status === "disconnected" ? status : "unlinked",
    errorCode,
    accountCount,
    lastSyncedAt: lastSyncedAt === null ? null : new Date(lastSyncedAt),
    nextSyncAllowedAt: new Date(connection.nextSyncAllowedAt),
    createdAt: new Date(connection.createdAt),
  };
}
