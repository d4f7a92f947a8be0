import { z } from "zod";

/** Settings of bank aggregation, for the one schema of the configuration. Address and secret are among the external services. */
export const bankShape = {
  BANK_CLIENT_ID: z
    .string()
    .min(1)
    .default("demo-bank-client")
    .describe("Bank aggregation: client ID of the platform"),
  PAYROLL_PAYOUTS: z
    .enum(["off", "plaid"])
    .optional()
    .describe(
      "Pays payroll runs by transfers of the bank aggregation provider: plaid, or off. Default: off; in demo mode by the sandbox",
    ),
  BANK_SEGMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .optional()
    .describe("Alternative path segment for `bank`. Default: none"),
  BANK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe("Timeout of one request to the bank aggregation provider, in milliseconds"),
  BANK_COUNTRY_CODES: z
    .string()
    .default("US,CA")
    .transform((text) => text.split(",").flatMap((part) => part.trim().toUpperCase() || []))
    .refine(
      (codes) => codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)),
      "must be country codes of two letters, separated by commas",
    )
    .describe("Countries with supported banks: codes of two letters, separated by commas"),
  BANK_REDIRECT_URI: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Redirect URL for banks with their own login page, as registered with the provider. Default: none",
    ),
};
