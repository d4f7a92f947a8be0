import { z } from "zod";
import { demoWebhookSecrets } from "./demo-webhook-secrets.ts";
import { secretList, type SecretList } from "./secret-list.ts";

/** Settings of payments that accounts take from their clients, for the one schema of the configuration. */
export const connectShape = {
  PROCESSOR_CONNECT_WEBHOOK_SECRET: secretList(8)
    .optional()
    .describe(
      "Signing secrets of the payment processor's events of connected accounts, separated by commas during a rotation",
    ),
  PROCESSOR_CONNECT_CLIENT_ID: z
    .string()
    .regex(/^ca_\w{1,250}$/)
    .optional()
    .describe(
      "The platform's ID as an application at the payment processor, with which accounts are disconnected there",
    ),
  PROCESSOR_APPLICATION_FEE_PERCENT: z.coerce
    .number()
    .min(0)
    .max(50)
    .multipleOf(0.01)
    .default(0)
    .describe("Percent of each online payment of an invoice that the platform takes, with up to 2 decimals"),
};

/** Names of settings that are never shown. */
export const connectSecrets: readonly string[] = ["PROCESSOR_CONNECT_WEBHOOK_SECRET"];

interface ConnectSettings {
  PROCESSOR_CONNECT_WEBHOOK_SECRET?: SecretList | undefined;
  PROCESSOR_CONNECT_CLIENT_ID?: string | undefined;
  DEMO: boolean;
}

/** Signing secrets of events of connected accounts. None outside demo mode unless set: then every event is rejected. */
export function connectWebhookSecrets(settings: ConnectSettings): readonly string[] {
  return settings.PROCESSOR_CONNECT_WEBHOOK_SECRET ?? (settings.DEMO ? [demoWebhookSecrets.connect] : []);
}

/** The platform's ID as an application; in demo mode that of the stand-in's platform. */
export function connectClientId(settings: ConnectSettings): string | null {
  return settings.PROCESSOR_CONNECT_CLIENT_ID ?? (settings.DEMO ? "ca_sandbox_platform" : null);
}
