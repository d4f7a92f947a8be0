/** A file that is sent with a message. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** Without angle brackets: the HTML shows it by `cid:`. */
  contentId?: string;
}

/** One message to one person, of many. */
export interface BulkMessage {
  /** Without angle brackets; the same for every try. */
  messageId: string;
  from: { name: string | null };
  to: { name: string | null; address: string };
  replyTo: string | null;
  subject: string;
  html: string | null;
  text: string;
  headers: Readonly<Record<string, string>>;
  attachments?: readonly MailAttachment[];
}

/**
 * Outcome of an attempt:
 * - `taken`: the server has accepted it and is responsible for it.
 * - `bounced`: the mailbox is refused; `isHard` when it never accepts mail.
 * - `refused`: the message is refused, for any recipient.
 * - `later`: certainly not accepted, and a retry may succeed, not before `retryAfterMs` where there is one.
 * - `unknown`: it was handed over and no reply came; the outcome cannot be queried.
 */
export type BulkOutcome =
  | { kind: "taken" }
  | { kind: "bounced"; isHard: boolean; code: string }
  | { kind: "refused"; code: string }
  | { kind: "later"; code: string; retryAfterMs?: number | null }
  | { kind: "unknown" };

/** Hands many messages to a mail server over connections that are kept. */
export interface BulkMail {
  /** Maximum number of concurrent messages; further ones wait. */
  readonly maxConnections: number;
  /** Never throws. */
  send(message: BulkMessage): Promise<BulkOutcome>;
  /** Ends the kept connections; messages under way are let finish. */
  close(): Promise<void>;
}
