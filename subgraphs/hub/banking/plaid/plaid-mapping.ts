import { z } from "zod";
import type { BankItem, ProviderAccount, ProviderInstitution, ProviderTransaction } from "../bank.port.ts";
import { bankMinor } from "../connections/bank-money.ts";

/**
 * The fields that are read of the provider's responses; others are ignored. A field that is not as documented rejects
 * the whole response: amounts and ids are not guessed.
 */
const date = z.iso.date();
const text = z.string();
const nullableText = text.nullish().transform((value) => value ?? null);
const number = z.number();
const nullableNumber = number.nullish().transform((value) => value ?? null);
const currencies = { iso_currency_code: nullableText, unofficial_currency_code: nullableText };
/** PostgreSQL takes no NUL in a text. */
const shownText = text.transform((value) => value.replaceAll("\0", "").slice(0, 500));
const nullableShown = nullableText.transform((value) => value?.replaceAll("\0", "").slice(0, 500) ?? null);

export const accountSchema = z
  .object({
    account_id: text.min(1),
    persistent_account_id: nullableText,
    name: shownText,
    official_name: nullableShown,
    mask: nullableText,
    type: text,
    subtype: nullableText,
    verification_status: nullableText,
    balances: z.object({
      ...currencies,
      current: nullableNumber,
      available: nullableNumber,
      limit: nullableNumber,
    }),
  })
  .transform((account): ProviderAccount => {
    const currency = currencyOf(account.balances);
    const minor = (amount: number | null) => (amount === null ? null : bankMinor(amount, currency));
    return {
      providerAccountId: account.account_id,
      persistentId: account.persistent_account_id,
      name: account.name,
      officialName: account.official_name,
      mask: account.mask,
      type: account.type,
      subtype: account.subtype,
      currency,
      current: minor(account.balances.current),
      available: minor(account.balances.available),
      limit: minor(account.balances.limit),
      verificationStatus: account.verification_status,
    };
  });

export const transactionSchema = z
  .object({
    transaction_id: text.min(1),
    account_id: text.min(1),
    amount: number,
    ...currencies,
    date,
    authorized_date: date.nullish(),
    name: shownText,
    merchant_name: nullableShown,
    pending: z.boolean(),
    pending_transaction_id: nullableText,
    payment_channel: text.nullish(),
    logo_url: nullableText,
    personal_finance_category: z
      .object({ primary: text, detailed: text, confidence_level: nullableText })
      .nullish(),
  })
  .transform((given): ProviderTransaction => {
    const currency = currencyOf(given);
    const category = given.personal_finance_category;
    return {
      providerId: given.transaction_id,
      providerAccountId: given.account_id,
      amount: bankMinor(given.amount, currency),
      currency,
      date: given.date,
      authorizedDate: given.authorized_date ?? null,
      name: given.name,
      merchantName: given.merchant_name,
      category: category
        ? { primary: category.primary, detailed: category.detailed, confidence: category.confidence_level }
        : null,
      pending: given.pending,
      pendingProviderId: given.pending_transaction_id,
      paymentChannel: given.payment_channel ?? "other",
      logoUrl: given.logo_url,
    };
  });

export const itemSchema = z
  .object({
    item_id: text.min(1),
    institution_id: nullableText,
    products: z.array(text).nullish(),
    billed_products: z.array(text).nullish(),
    consent_expiration_time: z.iso.datetime({ offset: true }).nullish(),
  })
  .transform((item): BankItem => ({
    itemId: item.item_id,
    institutionId: item.institution_id,
    products: item.products ?? item.billed_products ?? [],
    consentExpiresAt: item.consent_expiration_time ? new Date(item.consent_expiration_time) : null,
  }));

const health = { HEALTHY: "healthy", DEGRADED: "degraded", DOWN: "down" } as const;

export const institutionSchema = z
  .object({
    institution_id: text.min(1),
    name: text,
    logo: nullableText,
    primary_color: nullableText,
    url: nullableText,
    country_codes: z.array(text),
    products: z.array(text),
    oauth: z.boolean(),
    status: z.object({ item_logins: z.object({ status: text }).nullish() }).nullish(),
  })
  .transform((given): ProviderInstitution => ({
    institutionId: given.institution_id,
    name: given.name,
    // The provider sends the picture itself.
    logoUrl: given.logo === null ? null : `data:image/png;base64,${given.logo}`,
    primaryColor: given.primary_color,
    url: given.url,
    countryCodes: given.country_codes,
    products: given.products,
    oauth: given.oauth,
    status: health[given.status?.item_logins?.status as keyof typeof health] ?? "unknown",
  }));

function currencyOf(given: {
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
}): string {
  return (given.iso_currency_code ?? given.unofficial_currency_code ?? "USD").toUpperCase();
}
