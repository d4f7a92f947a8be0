import type { EntityManager } from "@mikro-orm/postgresql";
import { keyLifetimeMs } from "../../../../src/db/idempotency.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { applicationFee } from "../../base/payments/payment-amounts.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import type { BookingContext } from "../booking.context.ts";
import { chargesOf, insertAll, updateRow, type ChargeSubject } from "./charge.rows.ts";
import type { BookingCheckout } from "./charges.types.ts";

/** A page at the processor stays open this long: its shortest time, and a minute for the difference of clocks. */
const openMs = 31 * 60_000;
/** A payment is read at the processor this long after its page has closed, should its events be lost. */
const checkAfterMs = 5 * 60_000;

/** What is to be paid, of a locked booking or registration. */
export interface Payable {
  ownerId: string;
  subject: ChargeSubject;
  amountMinor: number;
  currency: string;
  /** Shown to the payer. */
  description: string;
  email: string;
  locale: string;
}

/** What a payment is about to do. Plain data. */
interface StartedCharge {
  id: string;
  processorAccountId: string;
  checkout: {
    amount: number;
    currency: string;
    applicationFee: number;
    description: string;
    email: string;
    language: string;
  };
  expiresAt: Date;
  /** Pages of earlier attempts, which are closed first. */
  earlier: string[];
}

/**
 * Opens the processor's page for a payment that `find` names, under its lock. Pages of earlier attempts close. The payer comes back
 * to `path`. Throws what `find` throws, BUSINESS_RULE where the account takes no payments online or somebody has just paid, and
 * PROCESSOR_ERROR.
 */
export function startCharge(
  ctx: BookingContext,
  call: { operation: string; input: object },
  { path, find }: { path: string; find: (em: EntityManager) => Promise<Payable> },
): Promise<BookingCheckout> {
  const { processor } = ctx.ports;
  const page = `${ctx.publicUrl}${path}`;
  const revealedOnce = { fields: ["url"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
  return onceOutside(
    ctx,
    { ...call, revealedOnce },
    {
      // No principal here: the token authorizes access to exactly one row.
      record: (em) => asSystem(em, async (own) => record(own, ctx, await find(own))),
      async act({ id: reference, processorAccountId, checkout, expiresAt, earlier }, effectKey) {
        for (const sessionId of earlier)
          if ((await processor.expireCheckout(processorAccountId, sessionId)) === "complete")
            throw justPaid();
        const urls = { successUrl: page, cancelUrl: page };
        const what = { ...checkout, ...urls, expiresAt, reference, savesMethod: false };
        const { sessionId, url } = await processor.createCheckout(processorAccountId, what, effectKey);
        return { sessionId, url };
      },
      settle: (em, { id, expiresAt }, { sessionId, url }) =>
        asSystem(em, async (own) => {
          await updateRow(own, "booking_charges", id, {
            sessionId,
            updatedAt: ctx.clock.now().toISOString(),
          });
          return { url: url ?? page, expiresAt };
        }),
    },
  );
}

async function record(em: EntityManager, ctx: BookingContext, payable: Payable): Promise<StartedCharge> {
  const { ownerId, subject, amountMinor, currency, description, email, locale } = payable;
  const account = await findPaymentAccount(em, ownerId);
  if (!takesPayments(account) || account.processorAccountId === null) throw notAvailable();
  const open = (await chargesOf(em, subject, true)).filter(
    ({ status }) => status === "open" || status === "failed",
  );
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + openMs);
  const fee = applicationFee(amountMinor, ctx.ports.processor.feeBasisPoints);
  const id = newId("bch");
  await insertAll(em, "booking_charges", [
    {
      id,
      ownerId,
      paymentAccountId: account.id,
      bookingId: null,
      registrationId: null,
      ...subject,
      currency,
      amountMinor,
      applicationFeeMinor: fee,
      feeMinor: null,
      refundedMinor: 0,
      status: "open",
      sessionId: null,
      paymentIntentId: null,
      chargeId: null,
      paidAt: null,
      readings: 0,
      expiresAt: expiresAt.toISOString(),
      checkAt: new Date(expiresAt.getTime() + checkAfterMs).toISOString(),
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    },
  ]);
  return {
    id,
    processorAccountId: account.processorAccountId,
    checkout: {
      amount: amountMinor,
      currency,
      applicationFee: fee,
      description: description.slice(0, 200),
      email,
      language: locale.slice(0, 2),
    },
    expiresAt,
    earlier: open.flatMap(({ sessionId }) => sessionId ?? []),
  };
}

/** 422 where an earlier page was paid, and we have not recorded it yet: nobody pays the same twice. */
function justPaid() {
  return businessRule(
    "payment_in_progress",
    "A payment was made just now. Wait a minute, then open the link again.",
  );
}

/** 422 for an account that takes no payments online. */
function notAvailable() {
  return businessRule(
    "payments_not_available",
    "This business does not take payments online at the moment. Ask the business how to pay.",
  );
}
