import type { BulkMail, BulkOutcome } from "./bulk-mail.port.ts";
import { composeMessage, readSender } from "./mime.ts";
import { openSmtpPool } from "./smtp-pool.ts";

export interface PooledSmtpOptions {
  /** Null where no mail server is configured: every message is then refused. */
  smtpUrl: string | null;
  from: string;
  /** Connections at most; each sends one message after the other. */
  maxConnections?: number;
  /** For connecting, for the greeting, and for silence between two answers. */
  timeoutMs?: number;
}

/**
 * Mail over pooled SMTP connections. The library's own pool resends a message whose connection is lost, also
 * when the server had received all of it already; here a message is sent once, and a lost reply is reported as
 * `unknown`.
 */
export function createPooledSmtp(options: PooledSmtpOptions): BulkMail {
  const { smtpUrl, from, maxConnections = 8, timeoutMs = 10_000 } = options;
  if (smtpUrl === null) {
    const send = () => Promise.resolve<BulkOutcome>({ kind: "refused", code: "not_configured" });
    return { maxConnections, send, close: () => Promise.resolve() };
  }
  const sender = readSender(from);
  const pool = openSmtpPool(smtpUrl, { maxConnections, timeoutMs });
  return {
    maxConnections,
    async send(message) {
      const bytes = await composeMessage(message, sender);
      return pool.send({ from: sender.address, to: [message.to.address], bytes });
    },
    close: () => pool.close(),
  };
}
