import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../src/currency.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { findApp, requireAllowedApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { openCheckout } from "../payments/checkout.service.ts";
import { checkMetadata } from "../payments/metadata.ts";
import type { OpenedCheckout } from "../payments/payments.types.ts";
import { checkoutUrls } from "../payments/redirect-urls.ts";
import { returnSiteOf } from "../payments/return-site.service.ts";
import type { BuyCreditsInput, PurchaseCreditsInput } from "./buy-package.types.ts";
import { findPackage, type PricedPackageRow } from "./package.rows.ts";

/**
 * Opens the processor's checkout page for a package. The later grant is what the package holds now, at the package's
 * price. Throws 404 PACKAGE_NOT_FOUND for one that the app does not sell, 409 PACKAGE_WITHOUT_PRICE, 400 INVALID_URL,
 * PROCESSOR_ERROR.
 */
export async function purchaseCredits(ctx: HubContext, input: PurchaseCreditsInput): Promise<OpenedCheckout> {
  return sellPackage(ctx, { operation: "purchaseCredits", input }, {});
}

/**
 * The same, with the credits and price that the buyer expects. Throws 400 PRICE_MISMATCH when the package holds other
 * credits or is sold at another price, and INVALID_CURRENCY when it has no price in that currency.
 */
export async function buyCredits(ctx: HubContext, input: BuyCreditsInput): Promise<OpenedCheckout> {
  const currency = parseCurrency(input.currency);
  const metadata = checkMetadata(input.metadata);
  return sellPackage(
    ctx,
    { operation: "buyCredits", input },
    { metadata, check: (offer) => checkBelief(offer, input, currency) },
  );
}

async function sellPackage(
  ctx: HubContext,
  call: { operation: string; input: PurchaseCreditsInput },
  { metadata = {}, check }: { metadata?: Record<string, string>; check?: (offer: PricedPackageRow) => void },
): Promise<OpenedCheckout> {
  const { appId, packageId } = call.input;
  requireAllowedApp(ctx, appId);
  const app = await findApp(ctx, appId);
  if (!app)
    throw validationError([{ path: "appId", message: "must be the ID of a registered app", rule: "exists" }]);
  const urls = checkoutUrls(returnSiteOf(ctx, app), call.input);
  return openCheckout(ctx, call, {
    order: async (em) => {
      const offer = await findOffer(em, appId, packageId);
      check?.(offer);
      return {
        ...urls,
        type: "credit_purchase" as const,
        mode: "payment" as const,
        line: { priceId: offer.priceId },
        amount: offer.priceCents,
        currency: offer.currency,
        appId,
        description: `${offer.name} package`,
        packageId,
        credits: offer.credits + offer.bonusCredits,
        metadata,
        processorMetadata: { packageId },
      };
    },
  });
}

async function findOffer(em: EntityManager, appId: string, packageId: string): Promise<PricedPackageRow> {
  const offer = await findPackage(em, appId, packageId);
  if (!offer?.active)
    throw new DomainError(
      "PACKAGE_NOT_FOUND",
      "Package not found in this app. List the app's credit packages.",
    );
  const { priceId } = offer;
  if (priceId !== null) return { ...offer, priceId };
  throw new DomainError(
    "PACKAGE_WITHOUT_PRICE",
    "This package has no price at the payment processor yet. Ask an administrator to create or link it.",
  );
}

function checkBelief(
  offer: PricedPackageRow,
  { credits, priceId = null }: BuyCreditsInput,
  currency: string,
): void {
  if (currency !== offer.currency)
    throw new DomainError(
      "INVALID_CURRENCY",
      `This package is sold in ${offer.currency} only. Change the currency.`,
      {
        currency: offer.currency,
      },
    );
  if (credits * 100 !== offer.credits)
    throw new DomainError(
      "PRICE_MISMATCH",
      "The number of credits does not match the package. Read the package again.",
    );
  if (priceId !== null && priceId !== offer.priceId)
    throw new DomainError("PRICE_MISMATCH", "The price does not match the package. Read the package again.");
}
