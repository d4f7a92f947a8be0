/**
 * Secrets that the sandbox's services sign their webhooks with. They are public, so that everybody can sign a webhook of the
 * demo: production rejects them, or has no secret unless one is set.
 */
export const demoWebhookSecrets = {
  processor: "whsec_demo_not_for_production",
  connect: "whsec_connect_demo_not_for_production",
  taxFiling: "demo-tax-webhook-secret-not-for-production",
  efile: "demo-efile-webhook-secret-not-for-production",
  mail: "demo-mail-report-secret-not-for-production",
} as const;

/** Credentials of the demo at the sandbox's TaxBandits, which signs its webhooks with them. Production has none unless set. */
export const demoTaxBandits = {
  clientId: "demo-tax-client",
  clientSecret: "demo-tax-client-secret-not-for-production",
  userToken: "demo-tax-user-token",
} as const;
