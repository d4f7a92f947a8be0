import { createHmac } from "node:crypto";
import { z } from "zod";

const demoReportSecret = "demo-mail-report-secret-not-for-production";

/** Settings of sending, for the one schema of the configuration. The carrier's address and token are among the parties. */
export const crmShape = {
  CARRIER_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/)
    .default(`AC${"0".repeat(32)}`)
    .describe("Carrier of SMS and calls: our account there"),
  CARRIER_FROM: z
    .string()
    .regex(/^\+[1-9]\d{5,14}$/)
    .default("+15005550006")
    .describe("Number that texts and calls come from, E.164"),
  MAIL_REPORT_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe("Secrets that the mail server signs its delivery reports with, with commas while rotating"),
  MAIL_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe("Connections to the mail server for campaigns"),
};

/** Names of settings that are never shown. */
export const crmSecrets: readonly string[] = ["MAIL_REPORT_SECRET"];

/** What the mail server may have signed with; none outside demo mode unless it is set: then no report is believed. */
export function mailReportSecrets(settings: {
  MAIL_REPORT_SECRET?: string | undefined;
  DEMO: boolean;
}): string[] {
  const text = settings.MAIL_REPORT_SECRET ?? (settings.DEMO ? demoReportSecret : "");
  return text.split(",").flatMap((part) => part.trim() || []);
}

/** What links of messages are signed with; it follows from the one secret, so that all processes have the same. */
export function messageLinkKey(encryptionSecret: string): string {
  return createHmac("sha256", encryptionSecret).update("hub-platform message links").digest("hex");
}
