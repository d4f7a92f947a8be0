import type { BulkOutcome } from "./bulk-mail.port.ts";

/** The facts known about a failed attempt. */
export interface SmtpFailure {
  /** The server's reply code, where it gave one. */
  responseCode: number | undefined;
  response: string | undefined;
  /** The command that failed, as the client library names it. */
  command: string | undefined;
  /** True once any of the content was given to the server. */
  isHandedOver: boolean;
}

/** Refusals of a mailbox that may pass (RFC 3463): full, or disabled for now. */
const passing = /\b5\.2\.[12]\b/;
/** Refusals that are about us or the message, not about the mailbox (RFC 3463, 5.7.X security or policy). */
const policy = /\b5\.7\.\d+\b/;
const noSuchMailbox = /\b5\.1\.(1|2|3|6|10)\b/;

/**
 * The outcome of a failed attempt. A reply of the server decides (RFC 5321 4.2.1: 4yz is temporary, 5yz is
 * permanent); without one, a message whose content was not requested was certainly not accepted.
 */
export function outcomeOfFailure(failure: SmtpFailure): BulkOutcome {
  const { responseCode, response = "", command, isHandedOver } = failure;
  if (responseCode === undefined)
    return isHandedOver ? { kind: "unknown" } : { kind: "later", code: "no_answer" };
  const code = String(responseCode);
  if (responseCode < 400) return isHandedOver ? { kind: "unknown" } : { kind: "later", code };
  if (responseCode < 500 || command?.startsWith("AUTH")) return { kind: "later", code };
  if (noSuchMailbox.test(response)) return { kind: "bounced", isHard: true, code };
  if (policy.test(response)) return { kind: "refused", code };
  if (command !== "RCPT TO") return { kind: "refused", code };
  const isHard = responseCode !== 552 && !passing.test(response);
  return { kind: "bounced", isHard, code };
}
