import type { EntityManager } from "@mikro-orm/postgresql";
import { tierRefusal } from "../../../../src/access/rules.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountCaps, bankTierOf, exceedsCap, tierFor } from "./account-cap.ts";
import { countAccounts } from "./account.rows.ts";
import type { BankAccountLimit } from "../banking.types.ts";

/** The account's cap and its usage, in the app of the request. */
export function readAccountLimit(ctx: HubContext): Promise<BankAccountLimit> {
  return inTransaction(ctx, (em) => limitIn(ctx, em, ctx.appId), { readOnly: true });
}

/** The same in the open transaction, for one app. */
export async function limitIn(
  ctx: HubContext,
  em: EntityManager,
  appId: string | null,
): Promise<BankAccountLimit> {
  const tier = bankTierOf(ctx.principal, appId);
  return { tier, limit: accountCaps[tier], usage: await countAccounts(em, ctx.principal.ownerId ?? "") };
}

/** Throws 403 `tier_required` when the plan has no room for `more` accounts. */
export async function requireRoomFor(
  ctx: HubContext,
  em: EntityManager,
  { appId, more }: { appId: string; more: number },
): Promise<void> {
  const { tier, limit, usage } = await limitIn(ctx, em, appId);
  if (more <= 0 || !exceedsCap(bankTierOf(ctx.principal, appId), usage + more)) return;
  const message = `The plan ${tier} allows ${limit} connected bank account${limit === 1 ? "" : "s"}. Upgrade the plan to connect more.`;
  throw tierRefusal(ctx, tierFor(usage + more), message);
}
