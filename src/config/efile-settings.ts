import { demoWebhookSecrets } from "./demo-webhook-secrets.ts";
import { secretList, type SecretList } from "./secret-list.ts";

/** Settings of the e-file service, for the one schema of the configuration. Address and secret are among the external services. */
export const efileShape = {
  EFILE_WEBHOOK_SECRET: secretList(16)
    .optional()
    .describe(
      "Signing secrets of the e-file service's acknowledgements, separated by commas during a rotation",
    ),
};

/** Names of settings that are never shown. */
export const efileSecrets: readonly string[] = ["EFILE_WEBHOOK_SECRET"];

/**
 * Signing secrets of the service. None outside demo mode unless set; without one, every acknowledgement is
 * rejected.
 */
export function efileWebhookSecrets(settings: {
  EFILE_WEBHOOK_SECRET?: SecretList | undefined;
  DEMO: boolean;
}): readonly string[] {
  return settings.EFILE_WEBHOOK_SECRET ?? (settings.DEMO ? [demoWebhookSecrets.efile] : []);
}
