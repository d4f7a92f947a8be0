import { z } from "zod";
import { demoWebhookSecrets } from "./demo-webhook-secrets.ts";
import { secretList, type SecretList } from "./secret-list.ts";

/** Settings of tax filing, for the one schema of the configuration. Address and secret are among the external services. */
export const taxShape = {
  TAXFILING_SEGMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .optional()
    .describe("Alternative path segment for `taxfiling`. Default: none"),
  TAXFILING_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe("Timeout of one request to the tax filing provider, in milliseconds"),
  TAXFILING_WEBHOOK_SECRET: secretList(16)
    .optional()
    .describe("Webhook signing secrets of the tax filing provider, separated by commas during a rotation"),
  TAX_1099_NEC_THRESHOLDS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .refine(
      (parts) => parts.every((part) => /^20\d\d:\d{1,6}$/.test(part)),
      "must be year:dollars pairs separated by commas",
    )
    .refine((parts) => parts.every((part) => part >= "2027"), "must have years from 2027")
    .describe(
      "Inflation-adjusted thresholds of Form 1099-NEC from 2027: `year:dollars` pairs, separated by commas. Default: none",
    ),
};

/** Names of settings that are never shown. */
export const taxSecrets: readonly string[] = ["TAXFILING_WEBHOOK_SECRET"];

/** Signing secrets of the provider. None outside demo mode unless set; without one, every webhook is rejected. */
export function taxWebhookSecrets(settings: {
  TAXFILING_WEBHOOK_SECRET?: SecretList | undefined;
  DEMO: boolean;
}): readonly string[] {
  return settings.TAXFILING_WEBHOOK_SECRET ?? (settings.DEMO ? [demoWebhookSecrets.taxFiling] : []);
}

/** The indexed thresholds, in cents by tax year. */
export function indexedThresholds(settings: {
  TAX_1099_NEC_THRESHOLDS: readonly string[];
}): Map<number, number> {
  return new Map(
    settings.TAX_1099_NEC_THRESHOLDS.map((part) => {
      const [year, dollars] = part.split(":").map(Number) as [number, number];
      return [year, dollars * 100];
    }),
  );
}
