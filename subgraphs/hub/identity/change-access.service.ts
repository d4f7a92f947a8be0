import type { HubContext } from "../hub.context.ts";

/**
 * Runs a change of the access of `subject` (a key's, account's or user's id), and returns when every process of the hub
 * has received the notification and cleared its cache: the next request is checked against the database, in any
 * process. A process that does not acknowledge within 2 seconds is not waited for; its cache expires after 5.
 */
export async function changeAccess<T>(
  { ports }: HubContext,
  subject: string,
  change: () => Promise<T>,
): Promise<T> {
  const result = await change();
  ports.callers.forget(subject);
  await ports.notices.settle();
  return result;
}
