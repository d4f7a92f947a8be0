import { DomainError, validationError } from "../../../../src/errors.ts";
import { exactlyOnce, keyLifetimeMs } from "../../../../src/db/idempotency.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { findProfile } from "../seller-profile/seller-profile.rows.ts";
import * as rows from "../../base/payments/payment-account.rows.ts";
import type { PaymentAccountRow } from "../../base/payments/payment-account.rows.ts";
import type {
  PaymentAccount,
  PaymentOnboarding,
  StartPaymentOnboardingInput,
  UpdatePaymentAccountInput,
} from "./payment-accounts.types.ts";

/** What onboarding is about to do. Plain data. */
interface Onboarding {
  id: string;
  processorAccountId: string | null;
  country: string;
  email: string | null;
  businessName: string | null;
}

/** Reads the state of the account at the processor, as of its last event. */
export function readPaymentAccount(ctx: InvoicingContext): Promise<PaymentAccount> {
  const read = async (em: InvoicingContext["em"]) =>
    presentAccount(ctx, await rows.findPaymentAccount(em, ownerOf(ctx)));
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Returns a new page on which the owner enters what the processor asks for; the first one creates the account there, once.
 * Throws VALIDATION_ERROR without a country and PROCESSOR_ERROR.
 */
export function startOnboarding(
  ctx: InvoicingContext,
  input: StartPaymentOnboardingInput,
): Promise<PaymentOnboarding> {
  const { processor } = ctx.ports;
  const returnUrl = input.returnUrl ?? ctx.publicUrl;
  const revealedOnce = { fields: ["url"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
  return onceOutside(
    ctx,
    { operation: "startPaymentOnboarding", input, revealedOnce },
    {
      async record(em): Promise<Onboarding> {
        const ownerId = ownerOf(ctx);
        const seller = await findProfile(em, ownerId);
        const known = await rows.lockPaymentAccount(em, ownerId);
        const country = input.country ?? known?.country ?? seller?.address?.country ?? null;
        if (country === null) throw validationError([countryFault]);
        const now = ctx.clock.now();
        const row =
          known ?? (await rows.insertPaymentAccount(em, { id: newId("pac"), ownerId, country, now }));
        const { id, processorAccountId } = row;
        const businessName = seller?.tradeName ?? seller?.legalName ?? null;
        return { id, processorAccountId, country: row.country, email: seller?.email ?? null, businessName };
      },
      async act({ id, processorAccountId, country, email, businessName }) {
        // One key for all attempts, so that an account has one place at the processor.
        const account = { country, email, businessName, metadata: { paymentAccountId: id } };
        const accountId =
          processorAccountId ??
          (await processor.createAccount(account, `hub:payment-account:${id}`)).accountId;
        const link = await processor.createOnboardingLink({ accountId, returnUrl, refreshUrl: returnUrl });
        return { accountId, link };
      },
      async settle(em, { id }, { accountId, link }) {
        await rows.keepProcessorId(em, id, { processorAccountId: accountId, now: ctx.clock.now() });
        return link;
      },
    },
  );
}

const countryFault = {
  path: "country",
  message: "is required because the seller profile has no country",
  rule: "required",
};

/** Changes what clients may pay online. Throws NOT_FOUND before onboarding was started. */
export function updatePaymentAccount(
  ctx: InvoicingContext,
  input: UpdatePaymentAccountInput,
): Promise<PaymentAccount> {
  return exactlyOnce(ctx, { operation: "updatePaymentAccount", input }, async (em) => {
    const row = await rows.lockPaymentAccount(em, ownerOf(ctx));
    if (!row) throw notConnected();
    const acceptsPayments = input.acceptsPayments ?? row.acceptsPayments;
    const allowsPartial = input.allowsPartialPayments ?? row.allowsPartial;
    await rows.changeAllowed(em, row.id, { acceptsPayments, allowsPartial, now: ctx.clock.now() });
    return presentAccount(ctx, { ...row, acceptsPayments, allowsPartial });
  });
}

/**
 * Ends the platform's access to the account: no client can pay online any more. The account stays at the processor, with its
 * money. Throws NOT_FOUND without a connected account, and PROCESSOR_ERROR.
 */
export function disconnectPaymentAccount(ctx: InvoicingContext): Promise<PaymentAccount> {
  return onceOutside(
    ctx,
    { operation: "disconnectPaymentAccount", input: {} },
    {
      async record(em) {
        const row = await rows.lockPaymentAccount(em, ownerOf(ctx));
        if (!row) throw notConnected();
        return { id: row.id, processorAccountId: row.processorAccountId };
      },
      async act({ processorAccountId }) {
        if (processorAccountId !== null) await ctx.ports.processor.disconnect(processorAccountId);
        return null;
      },
      async settle(em, { id }) {
        await rows.markDisconnected(em, id, ctx.clock.now());
        return presentAccount(ctx, await rows.findPaymentAccount(em, ownerOf(ctx)));
      },
    },
  );
}

/** 404 for what needs an account at the processor. */
export function notConnected(): DomainError {
  return new DomainError("NOT_FOUND", "No payment account is connected. Start onboarding first.");
}

function presentAccount({ ports }: InvoicingContext, row: PaymentAccountRow | null): PaymentAccount {
  return {
    status: statusOf(row),
    country: row?.country ?? null,
    chargesEnabled: row?.chargesEnabled ?? false,
    payoutsEnabled: row?.payoutsEnabled ?? false,
    requirements: row?.requirements ?? [],
    disabledReason: row?.disabledReason ?? null,
    acceptsPayments: row?.acceptsPayments ?? false,
    allowsPartialPayments: row?.allowsPartial ?? false,
    applicationFeePercent: ports.processor.feeBasisPoints / 100,
    startedAt: row && new Date(row.createdAt),
    disconnectedAt: row?.disconnectedAt ? new Date(row.disconnectedAt) : null,
  };
}

function statusOf(row: PaymentAccountRow | null): PaymentAccount["status"] {
  if (row === null) return "not_connected";
  if (row.disconnectedAt !== null) return "disconnected";
  if (row.chargesEnabled) return "active";
  return row.detailsSubmitted ? "restricted" : "onboarding";
}
