import { currencyDecimals } from "../../../src/currency.ts";
import { toMajor } from "../../../src/money.ts";
import type { PaymentTransaction } from "./payments.types.ts";
import type { Transaction } from "./transaction.rows.ts";

/** Messages for our failure codes. */
const failureMessages: Readonly<Record<string, string>> = {
  card_declined: "The payment was declined. Use another card.",
  insufficient_funds: "The account does not have enough funds. Use another card.",
  expired_card: "The card has expired. Use another card.",
  incorrect_number: "The card number is incorrect. Check it and try again.",
  incorrect_cvc: "The card's security code is incorrect. Check it and try again.",
  authentication_required: "The payer has to confirm the payment with their bank.",
  processing_error: "The payment could not be processed. Try again.",
  no_payment_method: "There is no default payment method. Add one in the billing portal.",
  never_opened: "The payment was not started at the processor. Start it again.",
};

/** A payment as its owner sees it: amounts in major units, credits in hundredths. */
export function showTransaction(row: Transaction): PaymentTransaction {
  const decimals = currencyDecimals(row.currency);
  return {
    transactionId: row.id,
    type: row.type,
    status: row.status,
    amount: toMajor(row.amount, decimals),
    amountRefunded: toMajor(row.amountRefunded, decimals),
    currency: row.currency,
    appId: row.appId,
    description: row.description,
    packageId: row.packageId,
    credits: row.credits,
    paymentIntentId: row.paymentIntentId,
    sessionId: row.sessionId,
    invoiceUrl: row.invoiceUrl,
    failureCode: row.failureCode,
    failureMessage:
      row.failureCode === null
        ? null
        : (failureMessages[row.failureCode] ?? failureMessages["card_declined"]!),
    metadata: row.metadata,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    completedAt: row.completedAt,
  };
}

/** The same for public events: credits as a number with 2 decimals. */
export function toPublicTransaction(row: Transaction): Record<string, unknown> & { amountRefunded: number } {
  const shown: { [Name in keyof PaymentTransaction]: PaymentTransaction[Name] } = showTransaction(row);
  return { ...shown, credits: row.credits === null ? null : toMajor(row.credits, 2) };
}
