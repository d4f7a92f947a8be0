/** How far a message is. */
export const messageStatuses = [
  "queued",
  "sending",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "failed",
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Allowed transitions. A server that rejects at once bounces a message that was never `sent`. */
const followers: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  queued: ["sending", "failed"],
  // Back to the queue where the other side certainly did not take it.
  sending: ["queued", "sent", "delivered", "bounced", "failed"],
  sent: ["delivered", "bounced", "failed"],
  delivered: ["complained"],
  bounced: [],
  complained: [],
  failed: [],
};

function mayFollow(from: MessageStatus, to: MessageStatus): boolean {
  return followers[from].includes(to);
}

/** The states from which one may come to this one. */
export function statesBefore(to: MessageStatus): MessageStatus[] {
  return messageStatuses.filter((from) => mayFollow(from, to));
}
