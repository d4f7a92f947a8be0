import { z } from "zod";

/** Settings of bank aggregation, for the one schema of the configuration. Address and secret are among the external services. */
export const bankShape = {
  BANK_CLIENT_ID: z
    .string()
    .min(1)
    .default("demo-bank-client")
    .describe("Bank aggregation: our client id there"),
  BANK_SEGMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .optional()
    .describe("Word that answers in paths beside `bank`"),
  BANK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe("How long one call to the bank-aggregation provider may take"),
  BANK_COUNTRY_CODES: z
    .string()
    .default("US,CA")
    .transform((text) => text.split(",").flatMap((part) => part.trim().toUpperCase() || []))
    .refine(
      (codes) => codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)),
      "must be country codes of two letters, with commas",
    )
    .describe("Countries whose banks can be connected, with commas"),
  BANK_REDIRECT_URI: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Where banks with a page of their own send people back to, as registered at the provider"),
};
