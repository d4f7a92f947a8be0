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
}

/**
 * What became of a try:
 * - `taken`: the server has it, and answers for it.
 * - `bounced`: the mailbox is refused; `isHard` when it will never take anything.
 * - `refused`: the message is, whoever it is for.
 * - `later`: certainly not taken, and trying again may help.
 * - `unknown`: it was handed over and no answer came; nobody can be asked whether it was taken.
 */
export type BulkOutcome =
  | { kind: "taken" }
  | { kind: "bounced"; isHard: boolean; code: string }
  | { kind: "refused"; code: string }
  | { kind: "later"; code: string }
  | { kind: "unknown" };

/** Hands many messages to a mail server over connections that are kept. */
export interface BulkMail {
  /** Messages that may be under way at once; more wait. */
  readonly maxConnections: number;
  /** Never throws. */
  send(message: BulkMessage): Promise<BulkOutcome>;
  /** Ends the kept connections; messages under way are let finish. */
  close(): Promise<void>;
}
