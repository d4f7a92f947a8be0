/** One message to one person. */
export interface MailMessage {
  /** The same for every try, so that a mailbox can tell a repeat. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
}

/** What became of a try to hand a message over. */
export type MailOutcome = "accepted" | "refused";

/** Hands mail to a mail server. */
export interface MailPort {
  /** `refused` is final: the server will never take it. Throws when trying again may help. */
  send(message: MailMessage): Promise<MailOutcome>;
}
