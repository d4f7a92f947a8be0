import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import { processingMinor, returnedMinor } from "./online-payment.rows.ts";
import { canSaveMethod, payableRange } from "./payable-amount.ts";
import type { OnlinePaymentOffer } from "./payment-offer.types.ts";

/** What the holder of an invoice's link can pay online, and what is on its way, there or back. */
export async function offerOnlinePayment(
  em: EntityManager,
  { ports }: InvoicingContext,
  invoice: InvoiceEntity,
): Promise<{ onlinePayment: OnlinePaymentOffer | null; amountProcessing: number; amountReturned: number }> {
  const { currency, ownerId } = invoice;
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  const onItsWay = await processingMinor(em, invoice.id);
  const amounts = {
    amountProcessing: major(onItsWay),
    amountReturned: major(await returnedMinor(em, invoice.id)),
  };
  const account = await findPaymentAccount(em, ownerId);
  if (!takesPayments(account)) return { onlinePayment: null, ...amounts };
  const range = payableRange(invoice, { allowsPartial: account.allowsPartial, onItsWay });
  const { checkoutOrigin } = ports.processor;
  const onlinePayment = range && {
    minAmount: major(range.min),
    maxAmount: major(range.max),
    checkoutOrigin,
    canSaveMethod: canSaveMethod(invoice),
  };
  return { onlinePayment, ...amounts };
}
