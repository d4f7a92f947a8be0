import type Mail from "nodemailer/lib/mailer";
import type { MailMessage, MailPort } from "./mail.port.ts";
import { readSender } from "./mime.ts";
import { openSmtpPool } from "./smtp-pool.ts";

export interface SmtpMailOptions {
  /** Null where no mail server is configured: every message is then refused, so that none waits for a server that never comes. */
  smtpUrl: string | null;
  from: string;
  /** For connecting, for the greeting, and for silence between two answers. */
  timeoutMs?: number;
  /** Messages that are handed over at once; further ones wait. */
  maxConnections?: number;
}

/** Mail over SMTP, over connections that are kept for a while. The library is loaded with the first message. */
export function createSmtpMail(options: SmtpMailOptions): MailPort {
  const { smtpUrl, from, timeoutMs = 10_000, maxConnections = 4 } = options;
  if (smtpUrl === null) return { send: () => Promise.resolve("refused") };
  const sender = readSender(from);
  const pool = openSmtpPool(smtpUrl, { maxConnections, timeoutMs });
  return {
    async send(message) {
      const { to, bytes } = await compose(message, from);
      const outcome = await pool.send({ from: sender.address, to, bytes });
      if (outcome.kind === "taken") return "accepted";
      if (outcome.kind === "bounced" || outcome.kind === "refused") return "refused";
      throw new Error(`The mail server did not take the message: ${outcome.kind}.`);
    },
  };
}

async function compose(
  { messageId, to, subject, text, html, replyTo, headers = {}, attachments = [] }: MailMessage,
  from: string,
): Promise<{ to: string[]; bytes: Buffer }> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const options: Mail.Options = {
    messageId,
    from,
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
  };
  const message = new MailComposer(options).compile();
  return { to: message.getEnvelope().to, bytes: await message.build() };
}
