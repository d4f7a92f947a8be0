import type { BulkOutcome } from "../../../../src/mail/bulk-mail.port.ts";
import type { MailResult } from "./message-claim.rows.ts";

const minuteMs = 60_000;
/**
 * Delays after the first attempt, the second, and so on; about 15 hours in all (RFC 5321 4.5.4.1 recommends days at
 * most).
 */
const delaysMs = [1, 5, 30, 120, 240, 480].map((minutes) => minutes * minuteMs);

/** Refusals because of the connected account that the message was to be sent from. */
const connectionReasons = new Set(["connection_lost", "missing_scope"]);

/** Time of the next attempt; null when there is none. */
export function nextTryAt(attempts: number, now: Date): Date | null {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}

/** The next state of an e-mail by the outcome and the number of its attempts. */
export function resultOf(
  { id, attempts }: { id: string; attempts: number },
  outcome: BulkOutcome,
  now: Date,
): MailResult {
  const final = (status: MailResult["status"], reason: string | null): MailResult => ({
    id,
    status,
    reason,
    nextAttemptAt: null,
  });
  switch (outcome.kind) {
    case "taken":
      return final("sent", null);
    case "bounced":
      return final("bounced", outcome.isHard ? "hard_bounce" : "soft_bounce");
    case "refused":
      return final("failed", connectionReasons.has(outcome.code) ? outcome.code : "refused");
    case "unknown":
      return final("failed", "outcome_unknown");
    case "later": {
      const nextAttemptAt = nextTryAt(attempts, now);
      if (nextAttemptAt) {
        const earliest = new Date(now.getTime() + (outcome.retryAfterMs ?? 0));
        const at = earliest > nextAttemptAt ? earliest : nextAttemptAt;
        return { id, status: "queued", reason: null, nextAttemptAt: at };
      }
      return outcome.code.startsWith("4") ? final("bounced", "soft_bounce") : final("failed", "expired");
    }
  }
}
