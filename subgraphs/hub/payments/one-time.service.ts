import { keyLifetimeMs } from "../../../src/db/idempotency.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { validationError } from "../../../src/errors.ts";
import { findApp, requireAllowedApp } from "../apps/apps.service.ts";
import type { RegisteredApp } from "../apps/apps.types.ts";
import { checkBot } from "../bot-check/bot-check.service.ts";
import type { HubContext } from "../hub.context.ts";
import { customerOf } from "../processor/customers.service.ts";
import { chargeAmount } from "./charge-amount.ts";
import { openCheckout } from "./checkout.service.ts";
import { checkMetadata } from "./metadata.ts";
import type {
  CreateCheckoutSessionInput,
  CreatedPaymentIntent,
  CreatePaymentIntentInput,
  OpenedCheckout,
} from "./payments.types.ts";
import { checkoutUrls } from "./redirect-urls.ts";
import { returnSiteOf } from "./return-site.service.ts";
import { attachProcessorIds } from "./transaction.rows.ts";
import { recordTransaction } from "./transactions.service.ts";

/** Required action of the bot check. */
const botAction = "create_payment";

/**
 * Creates a payment of a free amount at the processor, which its payer confirms in the browser. The bot check comes
 * before any row, and once per Idempotency-Key. Throws 400 for an invalid amount, currency, app or metadata or a failed
 * bot check, and PROCESSOR_ERROR, after which the payment stays pending.
 */
export async function createPaymentIntent(
  ctx: HubContext,
  input: CreatePaymentIntentInput,
): Promise<CreatedPaymentIntent> {
  const order = await readFreeAmount(ctx, input);
  const { keyRing, processor } = ctx.ports;
  const revealedOnce = { fields: ["clientSecret"], keepForMs: keyLifetimeMs, keyRing };
  const call = { operation: "createPaymentIntent", input, revealedOnce };
  return onceOutside(ctx, call, {
    prepare: () => checkBot(ctx, { token: input.recaptchaToken, action: botAction }),
    record: async (em) => {
      const { app, ...sold } = order;
      const transaction = await recordTransaction(em, ctx, { type: "payment_intent", ...sold });
      const { id: transactionId, ownerId: userId, amount, currency, description, appId } = transaction;
      return { amount, currency, description, metadata: { userId, appId, transactionId } };
    },
    act: async (payment, effectKey) =>
      processor.createPayment({ ...payment, customerId: await customerOf(ctx, { create: true }) }, effectKey),
    settle: async (em, { metadata: { transactionId } }, { paymentIntentId, clientSecret }) => {
      await attachProcessorIds(em, transactionId, { paymentIntentId });
      return { clientSecret, paymentIntentId, transactionId };
    },
  });
}

/** The same on the processor's own page. Throws 400 INVALID_URL too. */
export async function createCheckoutSession(
  ctx: HubContext,
  input: CreateCheckoutSessionInput,
): Promise<OpenedCheckout> {
  const { app, ...sold } = await readFreeAmount(ctx, input);
  const urls = checkoutUrls(returnSiteOf(ctx, app), input);
  const { amount, currency, description: name } = sold;
  return openCheckout(
    ctx,
    { operation: "createCheckoutSession", input },
    {
      prepare: () => checkBot(ctx, { token: input.recaptchaToken, action: botAction }),
      order: async () => ({
        ...sold,
        ...urls,
        type: "checkout_session" as const,
        mode: "payment" as const,
        line: { amount, currency, name },
      }),
    },
  );
}

interface FreeOrder {
  app: RegisteredApp;
  appId: string;
  amount: number;
  currency: string;
  description: string;
  metadata: Record<string, string>;
}

async function readFreeAmount(
  ctx: HubContext,
  input: CreatePaymentIntentInput | CreateCheckoutSessionInput,
): Promise<FreeOrder> {
  const { appId } = input;
  requireAllowedApp(ctx, appId);
  const charge = chargeAmount(input.amount, input.currency);
  const metadata = checkMetadata(input.metadata);
  const app = await findApp(ctx, appId);
  if (!app)
    throw validationError([{ path: "appId", message: "must be the ID of a registered app", rule: "exists" }]);
  const description = input.description?.trim() || `Payment to ${app.name}`;
  return { app, appId, ...charge, description, metadata };
}
