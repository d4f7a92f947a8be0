import type { Config } from "../../src/config.ts";
import { deriveKeyRing } from "../../src/crypto.ts";
import { createSmtpMail } from "../../src/mail/smtp.adapter.ts";
import type { HubOptions } from "../hub/subgraph.ts";
import { createHttpWebhookSender } from "../hub/webhooks/http-webhook-sender.adapter.ts";

/** What only the process at hand knows. */
export interface HubSurroundings {
  smtpUrl: string | null;
  flushAudit(): Promise<void>;
}

/** The hub's outside parties and secrets, as the configuration says. */
export function hubPorts(config: Config, { smtpUrl, flushAudit }: HubSurroundings): HubOptions["ports"] {
  return {
    keyPepper: config.KEY_PEPPER,
    appsOpen: config.APPS_OPEN,
    creditsConsume: config.CREDITS_CONSUME,
    flushAudit,
    keyRing: deriveKeyRing(config.ENCRYPTION_SECRET),
    mail: createSmtpMail({ smtpUrl, from: config.MAIL_FROM }),
    webhooks: createHttpWebhookSender({ allowHosts: config.WEBHOOK_ALLOW_HOSTS }),
  };
}
