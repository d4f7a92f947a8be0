import type { MailAttachment } from "./bulk-mail.port.ts";

/** One message to one person. */
export interface MailMessage {
  /** The same for every attempt, so that a mailbox can detect a duplicate. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  /** Shown in place of the text where the reader can. */
  html?: string;
  replyTo?: string | null;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly MailAttachment[];
}

/** Outcome of an attempt to hand a message over. */
export type MailOutcome = "accepted" | "refused";

/** Hands mail to a mail server. */
export interface MailPort {
  /** `refused` is final: the server will never take it. Throws when trying again may help. */
  send(message: MailMessage): Promise<MailOutcome>;
}
