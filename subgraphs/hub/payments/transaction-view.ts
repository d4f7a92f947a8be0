import { currencyDecimals } from "../../../src/currency.ts";
import { toMajor } from "../../../src/money.ts";
import type { PaymentTransaction } from "./payments.types.ts";
import type { Transaction } from "./transaction.rows.ts";

/** What payers are told of our failure codes. */
const failureMessages: Readonly<Record<string, string>> = {
  card_declined: "The payment was declined.",
  insufficient_funds: "The account has not enough funds.",
  expired_card: "The card has expired.",
  incorrect_number: "The card number is not right.",
  incorrect_cvc: "The card's security code is not right.",
  authentication_required: "The payment needs to be authorised by its payer.",
  processing_error: "The payment could not be processed. Trying again may help.",
  no_payment_method: "There was no default payment method to charge.",
  never_opened: "The payment was never opened at the processor.",
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

/** The same as events tell it outside: credits as a number with 2 decimals. */
export function tellTransaction(row: Transaction): Record<string, unknown> & { amountRefunded: number } {
  const shown: { [Name in keyof PaymentTransaction]: PaymentTransaction[Name] } = showTransaction(row);
  return { ...shown, credits: row.credits === null ? null : toMajor(row.credits, 2) };
}
