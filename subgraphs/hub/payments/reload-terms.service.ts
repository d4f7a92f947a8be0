import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { findApp } from "../apps/apps.service.ts";
import { findAccount } from "../credits/account.ts";
import { availableOf } from "../credits/ledger.ts";
import { findPackage, listPackages, type PackageRow } from "../credits/package.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { customerOf } from "../processor/customers.service.ts";
import type { ReloadPayer } from "./reload-charge.rows.ts";
import type {
  ReloadBalances,
  ReloadBalancesInput,
  ReloadTerms,
  ReloadTermsInput,
} from "./reload-charge.types.ts";

/**
 * Inputs of a reload decision for an app's credits: the credit account (`central` when the app has none of its own) and
 * what is available in it, the package if it is on sale, and on request whether there is a payment method. Throws
 * UNKNOWN_APP, INVALID_URL for a URL that may not be called, and PROCESSOR_ERROR.
 */
export async function readReloadTerms(ctx: HubContext, input: ReloadTermsInput): Promise<ReloadTerms> {
  const { appId, packageId = null, needsMethod, webhookUrl = null } = input;
  if (!(await findApp(ctx, appId))) throw new DomainError("UNKNOWN_APP", "App not found. Check the app ID.");
  if (webhookUrl !== null) ctx.ports.webhooks.checkUrl(webhookUrl, "webhookUrl");
  const hasMethod = needsMethod ? (await findPayer(ctx)) !== null : null;
  return inTransaction(
    ctx,
    async (em) => {
      const ownerId = ctx.principal.ownerId ?? "";
      const own = await findAccount(em, ownerId, appId);
      const account = own ?? (await findAccount(em, ownerId, "central"));
      const offer = packageId === null ? null : await findOffer(em, appId, packageId);
      return {
        walletAppId: own?.appId ?? "central",
        balance: account?.balance ?? 0,
        available: account ? availableOf(account) : 0,
        offer: offer && {
          packageId: offer.packageId,
          credits: offer.credits + offer.bonusCredits,
          priceCents: offer.priceCents,
          currency: offer.currency,
        },
        hasMethod,
      };
    },
    { readOnly: true },
  );
}

/** A package that is on sale for an app: one of its own, or of `central` where the app sells none. Null otherwise. */
export async function findOffer(
  em: EntityManager,
  appId: string,
  packageId: string,
): Promise<PackageRow | null> {
  const sellsOwn = appId === "central" || (await listPackages(em, appId)).length > 0;
  const offer = await findPackage(em, sellsOwn ? appId : "central", packageId);
  // A reload fills the standard credits.
  return offer?.active && offer.pool === "standard" ? offer : null;
}

/** The customer of the context's account and its default payment method; null without one, or for a closed account. */
export async function findPayer(ctx: HubContext): Promise<ReloadPayer | null> {
  const { processor } = ctx.ports;
  if (!processor.isConfigured || (await isClosed(ctx))) return null;
  const customerId = await customerOf(ctx);
  const customer = customerId === null ? null : await processor.readCustomer(customerId);
  const paymentMethodId = customer?.defaultPaymentMethodId ?? null;
  return customerId && paymentMethodId ? { customerId, paymentMethodId } : null;
}

async function isClosed({ em, principal }: HubContext): Promise<boolean> {
  const sql =
    "SELECT 1 FROM account_holders WHERE id = $1 AND (suspended_at IS NOT NULL OR deleted_at IS NOT NULL)";
  const rows = await asSystem(em, (own) => executeSql(own, sql, [principal.ownerId]), { readOnly: true });
  return rows.length > 0;
}

/** Available credits of each account and app, in hundredths, in their order. */
export async function readReloadBalances(
  ctx: HubContext,
  { wallets }: ReloadBalancesInput,
): Promise<ReloadBalances> {
  const rows = await asSystem(ctx.em, (em) =>
    executeSql<{ available: number }>(
      em,
      `SELECT COALESCE(own.balance - own.held, central.balance - central.held, 0)::float8 AS available
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (owner_id, app_id, place)
       LEFT JOIN credit_accounts own
         ON own.owner_id = asked.owner_id AND own.app_id = asked.app_id AND own.pool = 'standard'
       LEFT JOIN credit_accounts central
         ON central.owner_id = asked.owner_id AND central.app_id = 'central' AND central.pool = 'standard'
       ORDER BY place`,
      [wallets.map(({ ownerId }) => ownerId), wallets.map(({ appId }) => appId)],
    ),
  );
  return { available: rows.map(({ available }) => available) };
}
