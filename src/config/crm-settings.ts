import { createHmac } from "node:crypto";
import { z } from "zod";
import { demoWebhookSecrets } from "./demo-webhook-secrets.ts";
import { secretList, type SecretList } from "./secret-list.ts";

/** Settings of sending, for the one schema of the configuration. The carrier's address and token are among the external services. */
export const crmShape = {
  CARRIER_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/)
    .default(`AC${"0".repeat(32)}`)
    .describe("SMS and call carrier: account ID of the platform"),
  CARRIER_FROM: z
    .string()
    .regex(/^\+[1-9]\d{5,14}$/)
    .default("+15005550006")
    .describe("Sender number of messages and calls, in E.164 format"),
  MAIL_REPORT_SECRET: secretList(16)
    .optional()
    .describe("Signing secrets of the mail server's delivery reports, separated by commas during a rotation"),
  MAIL_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe("Maximum connections to the mail server for campaigns"),
};

/** Names of settings that are never shown. */
export const crmSecrets: readonly string[] = ["MAIL_REPORT_SECRET"];

/** Signing secrets of the mail server. None outside demo mode unless set; without one, every report is rejected. */
export function mailReportSecrets(settings: {
  MAIL_REPORT_SECRET?: SecretList | undefined;
  DEMO: boolean;
}): readonly string[] {
  return settings.MAIL_REPORT_SECRET ?? (settings.DEMO ? [demoWebhookSecrets.mail] : []);
}

/** Keys that links in messages are signed with, newest first. Derived from the secret, so all processes share them. */
export function messageLinkKeys([newest, ...older]: SecretList): SecretList {
  const keyOf = (secret: string) =>
    createHmac("sha256", secret).update("hub-platform message links").digest("hex");
  return [keyOf(newest), ...older.map(keyOf)];
}
