import { createTransport } from "nodemailer";
import type { MailPort } from "./mail.port.ts";

const timeoutMs = 10_000;

/** Mail over SMTP. Without an address every message is refused, so that nothing waits for a server that never comes. */
export function createSmtpMail({ smtpUrl, from }: { smtpUrl: string | null; from: string }): MailPort {
  if (smtpUrl === null) return { send: () => Promise.resolve("refused") };
  const transport = createTransport(smtpUrl, {
    from,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  } as never);
  return {
    async send({ messageId, to, subject, text }) {
      try {
        await transport.sendMail({ messageId, to, subject, text });
        return "accepted";
      } catch (error) {
        const { responseCode } = error as { responseCode?: number };
        // RFC 5321: 5yz is permanent, everything else may pass.
        if (responseCode !== undefined && responseCode >= 500 && responseCode < 600) return "refused";
        throw error;
      }
    },
  };
}
