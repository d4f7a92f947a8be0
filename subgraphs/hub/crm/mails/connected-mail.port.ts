import type { BulkMessage } from "../../../../src/mail/bulk-mail.port.ts";

/**
 * Outcome of an attempt over a connected account:
 * - `taken`: the service has accepted it and sends it.
 * - `unauthorized`: the token is not good; nothing was sent.
 * - `missing_scope`: the grant does not include sending; nothing was sent.
 * - `refused`: the service refuses this message.
 * - `later`: certainly not accepted; `retryAfterMs` is how long the service asks to wait.
 * - `unknown`: the response was lost, so it may have been sent.
 */
export type ConnectedOutcome =
  | { kind: "unauthorized" }
  | { kind: "taken" | "missing_scope" | "refused" | "unknown" }
  | { kind: "later"; retryAfterMs: number | null };

/** A service that sends mail from a person's own mailbox. */
export interface ConnectedMail {
  /** As scopes are granted, any of which suffices; the first one is asked for. */
  readonly scopes: readonly [string, ...string[]];
  /** Most bytes of all attachments together that fit a request of the service. */
  readonly maxAttachmentBytes: number;
  /** Sends once. Never throws. */
  send(mail: { message: BulkMessage; from: string; accessToken: string }): Promise<ConnectedOutcome>;
}

/** Services that can send, by the name of their connection. */
export type ConnectedMailServices = ReadonlyMap<string, ConnectedMail>;
