import { request } from "../../../src/http/undici.ts";
import { z } from "zod";
import { currencyDecimals, parseCurrency } from "../../../src/currency.ts";
import { DomainError } from "../../../src/errors.ts";
import { toMinor } from "../../../src/money.ts";
import type { PriceList, PricingService } from "./pricing.port.ts";

export interface HttpPricingOptions {
  /** Null: not set up; prices are then unavailable. */
  baseUrl: string | null;
  apiKey: string | null;
  timeoutMs?: number;
}

const price = z.object({
  amount: z.number().min(0),
  currency: z.string().length(3),
  interval: z.enum(["month", "year"]),
  processorId: z.string().min(1).nullable(),
  active: z.boolean().default(true),
});
const requests = z.int().min(-1);
const answerSchema = z.object({
  currency: z.string().length(3),
  plans: z.array(
    z.object({
      planId: z.string().min(1),
      name: z.string().min(1),
      description: z.string().default(""),
      features: z.array(z.string()).default([]),
      limits: z.object({ requestsPerMinute: requests, requestsPerDay: requests, requestsPerMonth: requests }),
      trialDays: z.int().min(0).default(0),
      custom: z.boolean().default(false),
      highlighted: z.boolean().default(false),
      prices: z.object({ monthly: price.optional(), yearly: price.optional() }),
    }),
  ),
  updatedAt: z.iso.datetime(),
});

/** The pricing service over HTTP: `GET {base}/v1/apps/{appId}/plans`, amounts in major units, 404 for an unknown app. */
export function createHttpPricing({
  baseUrl,
  apiKey,
  timeoutMs = 3_000,
}: HttpPricingOptions): PricingService {
  return {
    async readPlans(appId) {
      if (baseUrl === null) throw unavailable("not configured", { configured: false, retryable: false });
      try {
        const { statusCode, body } = await request(`${baseUrl}/v1/apps/${encodeURIComponent(appId)}/plans`, {
          headers: { accept: "application/json", ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await body.text();
        if (statusCode === 404) return null;
        if (statusCode !== 200) throw unavailable(`status ${statusCode}`);
        return toPriceList(answerSchema.parse(JSON.parse(text)));
      } catch (error) {
        throw error instanceof DomainError && error.code === "UPSTREAM_FAILED" ? error : unavailable(error);
      }
    },
  };
}

function toPriceList({ currency, plans, updatedAt }: z.output<typeof answerSchema>): PriceList {
  const minor = ({ active: isActive, ...given }: z.output<typeof price>) => {
    const code = parseCurrency(given.currency);
    return { ...given, isActive, currency: code, amount: toMinor(given.amount, currencyDecimals(code)) };
  };
  return {
    currency: parseCurrency(currency),
    updatedAt,
    plans: plans.map(({ prices: { monthly, yearly }, ...plan }) => ({
      ...plan,
      prices: {
        ...(monthly ? { monthly: minor(monthly) } : {}),
        ...(yearly ? { yearly: minor(yearly) } : {}),
      },
    })),
  };
}

function unavailable(cause: unknown, details: Record<string, unknown> = { retryable: true }): DomainError {
  return new DomainError("UPSTREAM_FAILED", "Prices are temporarily unavailable. Try again later.", details, {
    cause,
  });
}
