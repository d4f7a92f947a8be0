import { onceOutside } from "../../../src/db/outside-effect.ts";
import { findApp, listAppOrigins } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { redirectUrl } from "../payments/redirect-urls.ts";
import { returnSiteOf } from "../payments/return-site.service.ts";
import { customerOf } from "../processor/customers.service.ts";
import type { BillingPortal } from "./billing.types.ts";

/** The app whose page a payer returns to when the request names none. */
const platformApp = "central";

/**
 * Opens the processor's page where payers manage their payment methods; an account without payments gets a customer
 * there. It leads back to a URL of the named app, or of any app when none is named. Throws INVALID_URL,
 * PROCESSOR_ERROR.
 */
export async function openBillingPortal(
  ctx: HubContext,
  input: { returnUrl?: string | null },
): Promise<BillingPortal> {
  const site = returnSiteOf(ctx, await pagesOf(ctx));
  const returnUrl = redirectUrl(site, { field: "returnUrl", given: input.returnUrl, path: "/billing" });
  return onceOutside(
    ctx,
    { operation: "openBillingPortal", input },
    {
      record: async () => ({ returnUrl }),
      act: async (page, key) => {
        const customerId = await customerOf(ctx, { create: true });
        return ctx.ports.processor.createPortal({ ...page, customerId }, key);
      },
      settle: async (_em, _intent, { url }) => ({ url }),
    },
  );
}

async function pagesOf(ctx: HubContext): Promise<{ allowedOrigins: string[]; defaultUrl: string | null }> {
  const app = await findApp(ctx, ctx.appId ?? platformApp);
  const { allowedOrigins = [], defaultUrl = null } = app ?? {};
  if (ctx.appId !== null) return { allowedOrigins, defaultUrl };
  const apps = await listAppOrigins(ctx);
  return { allowedOrigins: apps.flatMap(({ origins }) => origins), defaultUrl };
}
