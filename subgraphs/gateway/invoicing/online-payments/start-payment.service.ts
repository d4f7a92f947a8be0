import { currencyDecimals } from "../../../../src/currency.ts";
import { keyLifetimeMs } from "../../../../src/db/idempotency.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import { invoiceOfLink } from "../document-links/document-link.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { invoiceTransitions, stateOf } from "../invoices/invoice-states.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import { languageOf } from "../printing/document-locale.ts";
import { pageLocale, sellerOf } from "../seller-profile/sellers.service.ts";
import {
  insertAll,
  openPaymentsOf,
  processingMinor,
  updateRow,
  type OnlinePaymentRow,
} from "./online-payment.rows.ts";
import type { OnlineCheckout, PayInvoiceOnlineInput } from "./online-payments.types.ts";
import { applicationFee } from "../../base/payments/payment-amounts.ts";
import { canSaveMethod, payableRange } from "./payable-amount.ts";

/** A page at the processor stays open this long: its shortest time, and a minute for the difference of clocks. */
const openMs = 31 * 60_000;
/** A payment is read at the processor this long after its page has closed, should its events be lost. */
const checkAfterMs = 5 * 60_000;

/** What a payment is about to do. Plain data. */
interface StartedPayment {
  id: string;
  processorAccountId: string;
  amount: number;
  currency: string;
  fee: number;
  description: string;
  email: string | null;
  language: string;
  expiresAt: Date;
  /** Pages of earlier attempts, which are closed first. */
  earlier: string[];
  savesMethod: boolean;
}

/**
 * Opens the processor's page on which the holder of a payment link pays an invoice. Pages of earlier attempts close. Throws
 * INVOICE_NOT_FOUND, LINK_EXPIRED, INVALID_STATE when nothing can be paid, AMOUNT_PRECISION, BUSINESS_RULE for an amount out of bounds, a
 * seller who takes no payments online, or an invoice that somebody is just paying, and PROCESSOR_ERROR.
 */
export function payInvoiceOnline(
  ctx: InvoicingContext,
  input: PayInvoiceOnlineInput,
): Promise<OnlineCheckout> {
  const { processor } = ctx.ports;
  const page = `${ctx.publicUrl}/pay/${encodeURIComponent(input.token)}`;
  const revealedOnce = { fields: ["url"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
  return onceOutside(
    ctx,
    { operation: "payInvoiceOnline", input, revealedOnce },
    {
      // No principal here: the token authorizes access to exactly one row.
      record: (em) => asSystem(em, (own) => startPayment(own, ctx, input)),
      async act({ id, processorAccountId, earlier, ...payment }, effectKey) {
        for (const sessionId of earlier) {
          const status = await processor.expireCheckout(processorAccountId, sessionId);
          if (status === "complete") throw justPaid();
        }
        const { amount, currency, fee, description, email, language, expiresAt, savesMethod } = payment;
        const urls = { successUrl: page, cancelUrl: page };
        const what = { amount, currency, applicationFee: fee, description, email, language, expiresAt };
        const checkout = await processor.createCheckout(
          processorAccountId,
          { ...what, ...urls, reference: id, savesMethod },
          effectKey,
        );
        return { sessionId: checkout.sessionId, url: checkout.url };
      },
      settle: (em, { id, expiresAt }, { sessionId, url }) =>
        asSystem(em, async (own) => {
          await updateRow(own, "online_payments", id, {
            sessionId,
            updatedAt: ctx.clock.now().toISOString(),
          });
          return { url: url ?? page, expiresAt };
        }),
    },
  );
}

async function startPayment(
  em: InvoicingContext["em"],
  ctx: InvoicingContext,
  input: PayInvoiceOnlineInput,
): Promise<StartedPayment> {
  const { processor } = ctx.ports;
  const invoice = await invoiceOfLink(em, ctx, input.token);
  if (invoice.status === "draft") throw invoiceNotFound();
  const account = await findPaymentAccount(em, invoice.ownerId);
  if (!takesPayments(account) || account.processorAccountId === null) throw notAvailable();
  const { allowsPartial } = account;
  const now = ctx.clock.now();
  const onItsWay = await processingMinor(em, invoice.id);
  const range = payableRange(invoice, { allowsPartial, onItsWay });
  const state = stateOf(invoice, now);
  if (range === null) throw invalidState("invoice", state, invoiceTransitions[state]);
  const { currency } = invoice;
  const decimals = currencyDecimals(currency);
  const amount = typeof input.amount === "number" ? toMinor(input.amount, decimals) : range.max;
  if (amount < range.min || amount > range.max)
    throw businessRule(
      "amount_out_of_range",
      `Pay between ${toMajor(range.min, decimals)} and ${toMajor(range.max, decimals)} ${currency}.`,
      { min: toMajor(range.min, decimals), max: toMajor(range.max, decimals) },
    );
  const { ownerId, sellerProfileId } = invoice;
  const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: true });
  const earlier = (await openPaymentsOf(em, invoice.id)).flatMap(({ sessionId }) => sessionId ?? []);
  const expiresAt = new Date(now.getTime() + openMs);
  const at = now.toISOString();
  const id = newId("opy");
  const savesMethod = input.saveMethod === true && canSaveMethod(invoice);
  const fee = applicationFee(amount, processor.feeBasisPoints);
  await insertAll(em, "online_payments", [
    newRow(invoice, {
      id,
      paymentAccountId: account.id,
      amount,
      fee,
      expiresAt,
      at,
      savesMethod,
      consentIp: savesMethod ? (ctx.client?.ip ?? null) : null,
    }),
  ]);
  return {
    id,
    processorAccountId: account.processorAccountId,
    amount,
    currency,
    fee,
    description: `Invoice ${invoice.number ?? invoice.id}`,
    email: invoice.clientEmail,
    language: languageOf(await pageLocale(em, seller, invoice.clientId)),
    expiresAt,
    earlier,
    savesMethod,
  };
}

/** What is known of a payment before it is made. Amounts in minor units. */
export interface NewOnlinePayment {
  id: string;
  paymentAccountId: string;
  amount: number;
  fee: number;
  expiresAt: Date;
  at: string;
  savesMethod?: boolean;
  consentIp?: string | null;
}

export function newRow(
  { ownerId, id: invoiceId, currency }: InvoiceEntity,
  facts: NewOnlinePayment,
): OnlinePaymentRow {
  const { id, paymentAccountId, amount, fee, expiresAt, at, savesMethod = false, consentIp = null } = facts;
  return {
    id,
    ownerId,
    paymentAccountId,
    invoiceId,
    currency,
    amountMinor: amount,
    applicationFeeMinor: fee,
    feeMinor: null,
    status: "open",
    sessionId: null,
    paymentIntentId: null,
    chargeId: null,
    paymentId: null,
    paidOn: null,
    readings: 0,
    savesMethod,
    consentIp,
    expiresAt: expiresAt.toISOString(),
    checkAt: new Date(expiresAt.getTime() + checkAfterMs).toISOString(),
    createdAt: at,
    updatedAt: at,
  };
}

/** 422 where an earlier page was paid, and we have not recorded it yet: nobody pays the same twice. */
function justPaid() {
  return businessRule(
    "payment_in_progress",
    "A payment of this invoice was made just now. Wait a minute, then open the link again.",
  );
}

/** 422 for an invoice of a seller who takes no payments online. */
function notAvailable() {
  return businessRule(
    "payments_not_available",
    "This seller does not take payments online at the moment. Ask the seller how to pay.",
  );
}
