import type { Params } from "./params.ts";
import { badRequest } from "./processor-error.ts";

const maxAmount = 99_999_999;
const usualMinimum = 50;

/** The least that can be charged, in minor units (docs.stripe.com/currencies, minimum charge amounts); else 50. */
const minimums: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1_500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1_000,
};

export function readCurrency(input: Params): string {
  const currency = input.requiredString("currency").toLowerCase();
  if (/^[a-z]{3}$/.test(currency)) return currency;
  throw badRequest(`Invalid currency: ${currency}.`, "currency");
}

/** Throws 400 amount_too_small or amount_too_large. */
export function checkAmount(amount: number, currency: string, param = "amount"): void {
  const minimum = minimums[currency] ?? usualMinimum;
  if (amount < minimum) {
    const message = `The amount must be greater than or equal to the minimum charge amount allowed: ${minimum} ${currency}.`;
    throw badRequest(message, param, "amount_too_small");
  }
  if (amount > maxAmount)
    throw badRequest(`Amount must be no more than ${maxAmount}.`, param, "amount_too_large");
}
