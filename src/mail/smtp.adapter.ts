import type { Transporter } from "nodemailer";
import type { MailPort } from "./mail.port.ts";

export interface SmtpMailOptions {
  /** Null where no mail server is configured: every message is then refused, so that none waits for a server that never comes. */
  smtpUrl: string | null;
  from: string;
  /** For connecting, for the greeting, and for silence between two answers. */
  timeoutMs?: number;
}

/** Mail over SMTP, a connection for each message. The library is loaded with the first message. */
export function createSmtpMail({ smtpUrl, from, timeoutMs = 10_000 }: SmtpMailOptions): MailPort {
  if (smtpUrl === null) return { send: () => Promise.resolve("refused") };
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  let opened: Promise<Transporter> | null = null;
  const open = async () =>
    (await import("nodemailer")).createTransport({ url: smtpUrl, ...timeouts }, { from });
  return {
    async send({ messageId, to, subject, text, html, replyTo, headers = {}, attachments = [] }) {
      const transport = await (opened ??= open());
      try {
        await transport.sendMail({
          messageId,
          to,
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(replyTo ? { replyTo } : {}),
          headers: { ...headers },
          attachments: attachments.map(({ contentId, ...file }) =>
            contentId === undefined ? file : { ...file, cid: contentId },
          ),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
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
