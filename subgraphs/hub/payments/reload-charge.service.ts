import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { ProcessorDecline, type ProcessorPayment } from "../processor/processor.port.ts";
import {
  findReloadCharge,
  insertReloadCharge,
  recordDecline,
  recordTry,
  readBalanceAfter,
  lockReload,
  type ReloadCharge,
  type ReloadPayer,
} from "./reload-charge.rows.ts";
import type { ChargeReloadInput, ReloadChargeResult } from "./reload-charge.types.ts";
import { findOffer, findPayer } from "./reload-terms.service.ts";
import { selectTransactions } from "./transaction.rows.ts";
import { advanceTransaction, recordTransaction, type Transaction } from "./transactions.service.ts";
import { isPaid } from "./transactions.ts";

/** The processor deletes an idempotency key after 24 hours; from then on the same key would charge again. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

/**
 * Charges the account's default payment method for one package and grants its credits with the payment's success, in
 * one transaction. Idempotent by `reloadId` for ever: the payment is recorded before the processor is called, the payer
 * is fixed with the first attempt, and the reload's id is the processor's key. A repeated call returns the payment's
 * current state, set by this call or by the processor's events. Throws when the outcome is unknown; the reload must
 * then be requested again.
 */
export async function chargeReload(ctx: HubContext, input: ChargeReloadInput): Promise<ReloadChargeResult> {
  const started = await start(ctx, input);
  if (!started) return failed(null, "package_unavailable");
  const { charge, transaction } = started;
  if (transaction.status === "pending") await ask(ctx, charge, transaction);
  return readResult(ctx, charge.reloadId);
}

/** The fields of an answer, without its class. */
type Plain<T> = Pick<T, keyof T>;

interface Started {
  charge: ReloadCharge;
  transaction: Transaction;
}

/** The recorded payment, created by the first request; null when the package's terms differ from the reload's. */
function start(ctx: HubContext, input: ChargeReloadInput): Promise<Started | null> {
  const { reloadId, appId, packageId, amountCents: amount, credits } = input;
  return inTransaction(ctx, async (em) => {
    await lockReload(em, reloadId);
    const known = await readCharge(em, reloadId);
    if (known) return known;
    const offer = await findOffer(em, appId, packageId);
    const isAsAgreed = offer && offer.priceCents === amount && offer.credits + offer.bonusCredits === credits;
    if (!isAsAgreed) return null;
    const { id: transactionId, ownerId } = await recordTransaction(em, ctx, {
      type: "auto_reload",
      amount,
      currency: offer.currency,
      appId,
      description: `Auto-reload: ${offer.name} package`,
      packageId,
      credits,
      metadata: { reloadId },
    });
    await insertReloadCharge(em, { reloadId, ownerId, transactionId }, ctx.clock.now());
    return readCharge(em, reloadId);
  });
}

async function readCharge(em: EntityManager, reloadId: string): Promise<Started | null> {
  const charge = await findReloadCharge(em, reloadId);
  if (!charge) return null;
  const [transaction] = await selectTransactions(em, "id = $1", [charge.transactionId]);
  return { charge, transaction: transaction! };
}

/** Requests a payment whose end is unknown, and records the outcome. */
async function ask(ctx: HubContext, charge: ReloadCharge, transaction: Transaction): Promise<void> {
  const now = ctx.clock.now();
  if (charge.firstTriedAt && now.getTime() - charge.firstTriedAt.getTime() > keyLifetimeMs) {
    ctx.log.error(
      { alert: "reload_unsettled", reloadId: charge.reloadId },
      "A reload's outcome is not known",
    );
    return;
  }
  const payer = charge.payer ?? (await findPayer(ctx));
  if (!payer) return settleFailure(ctx, charge, { failureCode: "no_payment_method" });
  const tried = await inTransaction(ctx, (em) => recordTry(em, charge.reloadId, payer, now));
  try {
    const payment = await chargeMethod(ctx, tried, tried.payer!, transaction);
    await settle(ctx, tried, payment);
  } catch (error) {
    await settleRefusal(ctx, tried, error);
  }
}

function chargeMethod(
  ctx: HubContext,
  { reloadId }: ReloadCharge,
  payer: ReloadPayer,
  { id: transactionId, ownerId: userId, appId, amount, currency, description }: Transaction,
): Promise<ProcessorPayment> {
  const metadata = { userId, appId, transactionId, reloadId };
  const payment = { ...payer, amount, currency, description, metadata };
  return ctx.ports.processor.chargeSavedMethod(payment, reloadId);
}

async function settle(ctx: HubContext, charge: ReloadCharge, payment: ProcessorPayment): Promise<void> {
  const { paymentIntentId, receiptUrl: invoiceUrl, status, failureCode } = payment;
  if (status === "succeeded" || status === "processing") {
    await inTransaction(ctx, (em) =>
      advanceTransaction(ctx, em, { id: charge.transactionId }, { status, paymentIntentId, invoiceUrl }),
    );
    return;
  }
  // A payment that needs its payer's confirmation fails: the payer is not present.
  const code = status === "requires_action" ? "authentication_required" : (failureCode ?? "card_declined");
  await settleFailure(ctx, charge, { failureCode: code, paymentIntentId, isHard: payment.isHardDecline });
}

/** Writes a refusal down that is certain; throws the error when the charge may have been made. */
async function settleRefusal(ctx: HubContext, charge: ReloadCharge, error: unknown): Promise<void> {
  if (error instanceof ProcessorDecline) {
    const { code: failureCode, declineCode, isHard, paymentIntentId } = error;
    return settleFailure(ctx, charge, { failureCode, declineCode, isHard, paymentIntentId });
  }
  // An earlier attempt without a response may have charged, whatever a later one returns.
  if (charge.tries > 1 || !(error instanceof DomainError)) throw error;
  if (error.code === "PAYMENT_METHOD_NOT_FOUND")
    return settleFailure(ctx, charge, { failureCode: "no_payment_method" });
  const { retryable, unknownOutcome } = error.details;
  if (error.code !== "PROCESSOR_ERROR" || retryable !== false || unknownOutcome === true) throw error;
  await settleFailure(ctx, charge, { failureCode: "processing_error" });
}

async function settleFailure(
  ctx: HubContext,
  { reloadId, transactionId }: ReloadCharge,
  failure: {
    failureCode: string;
    declineCode?: string | null;
    isHard?: boolean;
    paymentIntentId?: string | null;
  },
): Promise<void> {
  const { failureCode, declineCode = null, isHard = false, paymentIntentId = null } = failure;
  await inTransaction(ctx, async (em) => {
    await recordDecline(em, reloadId, { declineCode, isHard });
    await advanceTransaction(
      ctx,
      em,
      { id: transactionId },
      { status: "failed", failureCode, paymentIntentId },
    );
  });
}

/** The payment's current state, whichever process recorded it. */
function readResult(ctx: HubContext, reloadId: string): Promise<ReloadChargeResult> {
  return inTransaction(ctx, async (em) => {
    const { charge, transaction } = (await readCharge(em, reloadId))!;
    const { id: transactionId, status, failureCode } = transaction;
    // A refunded or disputed payment was paid first.
    if (isPaid(status)) {
      const balanceAfter = await readBalanceAfter(em, transactionId);
      return {
        status: "succeeded",
        transactionId,
        balanceAfter,
        code: null,
        declineCode: null,
        isHard: false,
      };
    }
    if (status === "failed" || status === "canceled" || status === "expired") {
      const { declineCode, isHardDecline: isHard } = charge;
      return { ...failed(transactionId, failureCode ?? status), declineCode, isHard };
    }
    return { ...failed(transactionId, null), status: "processing" };
  });
}

function failed(transactionId: string | null, code: string | null): Plain<ReloadChargeResult> {
  return { status: "failed", transactionId, balanceAfter: null, code, declineCode: null, isHard: false };
}
