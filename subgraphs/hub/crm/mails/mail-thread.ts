/** Headers by which mail programs show messages as one conversation (RFC 5322, 3.6.4). */
export interface MailThread {
  /** Message-ID of the message that is answered, with angle brackets; null for a new conversation. */
  inReplyTo: string | null;
  /** Message-IDs of the conversation, the oldest first. */
  referenceIds: readonly string[];
}

export const newThread: MailThread = { inReplyTo: null, referenceIds: [] };

/** A Message-ID with angle brackets, or the ID of a message of the CRM. Parts exclude each other, which keeps it linear. */
export const replyPattern = /^(?:<[^\s<>@]{1,200}@[^\s<>@]{1,200}>|msg_\w{1,60})$/;

/** References of a long conversation: the first one and the latest ones (RFC 5322 sets no limit; lines have one). */
const maxReferences = 20;

/** The conversation after a message, whose own conversation is `before`. */
export function replyTo(messageId: string, before: readonly string[]): MailThread {
  const all = [...before.filter((id) => id !== messageId), messageId];
  const referenceIds =
    all.length > maxReferences ? [all[0]!, ...all.slice(all.length - maxReferences + 1)] : all;
  return { inReplyTo: messageId, referenceIds };
}

/** The headers of a message. */
export function threadHeaders({
  inReplyTo = null,
  referenceIds = [],
}: Partial<MailThread>): Record<string, string> {
  if (inReplyTo === null) return {};
  return { "In-Reply-To": inReplyTo, References: referenceIds.join(" ") };
}

/** The Message-ID that a message of the CRM has, with angle brackets. */
export function messageIdOf(messageId: string, publicUrl: string): string {
  return `<${messageId}@${new URL(publicUrl).hostname}>`;
}
