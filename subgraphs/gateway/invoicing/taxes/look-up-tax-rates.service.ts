import { currencyDecimals, parseCurrency } from "../../../../src/currency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError, type DomainError } from "../../../../src/errors.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import { notConnected } from "../payment-accounts/payment-accounts.service.ts";
import type { TaxRateLookup, TaxRateLookupArgs } from "./tax-rate-lookup.types.ts";
import type { TaxRefusal } from "./tax-rate-service.port.ts";

/**
 * Asks the tax service for the taxes of a place, as the seller's account at the payment processor. Throws NOT_FOUND without
 * such an account, BUSINESS_RULE where the service cannot answer, and PROCESSOR_ERROR.
 */
export async function lookUpTaxRates(ctx: InvoicingContext, args: TaxRateLookupArgs): Promise<TaxRateLookup> {
  const { client, accountId } = await inTransaction(ctx, (em) => asked(em, ctx, args), { readOnly: true });
  const country = args.country ?? client?.country ?? null;
  if (country === null) throw validationError([countryFault]);
  const currency = parseCurrency(args.currency ?? client?.currency ?? "USD");
  const decimals = currencyDecimals(currency);
  const amount = toMinor(args.amount ?? 100, decimals);
  if (accountId === null) throw notConnected();
  const service = ctx.ports.taxRateService;
  const answer = await service.calculate(accountId, {
    amount,
    currency,
    isInclusive: args.inclusive ?? false,
    taxCode: args.taxCode ?? null,
    isExempt: client?.taxExempt ?? false,
    place: {
      country,
      state: args.state?.trim() || null,
      city: args.city?.trim() || null,
      postalCode: args.postalCode?.trim() || null,
    },
  });
  if (answer.refusal !== null) throw refusals[answer.refusal]();
  const major = (minor: number) => toMajor(minor, decimals);
  return {
    source: service.name,
    simulated: !answer.isLive,
    country,
    currency,
    amount: major(amount),
    taxAmount: major(answer.taxAmount),
    rates: answer.rates.map(({ percent, taxableAmount, taxAmount, ...rate }) => ({
      ...rate,
      ratePercent: Number(percent),
      taxableAmount: major(taxableAmount),
      taxAmount: major(taxAmount),
    })),
  };
}

async function asked(em: InvoicingContext["em"], ctx: InvoicingContext, { clientId }: TaxRateLookupArgs) {
  const ownerId = ownerOf(ctx);
  const client = clientId ? await em.findOne(ClientEntity, { id: clientId, ownerId }) : null;
  if (clientId && !client) throw notFound("client");
  const account = await findPaymentAccount(em, ownerId);
  const accountId = account?.disconnectedAt === null ? account.processorAccountId : null;
  return { client, accountId };
}

const countryFault = {
  path: "country",
  message: "is required where no client with a country is given",
  rule: "required",
};

const refusals: Readonly<Record<TaxRefusal, () => DomainError>> = {
  place_unknown: () =>
    businessRule(
      "tax_place_unknown",
      "The tax service needs a more precise address. Send the postal code and the state.",
    ),
  code_unknown: () =>
    businessRule("tax_code_unknown", "The tax service does not know this tax code. Send another taxCode."),
  inactive: () =>
    businessRule(
      "tax_service_inactive",
      "The tax service is not active for your payment account. Enable Stripe Tax in its dashboard.",
    ),
  no_access: notConnected,
};
