import type { HubContext } from "../hub.context.ts";

/**
 * Runs what changes the access of `subject` (a key's, account's or user's id), and answers when every process of the hub
 * has heard the announcement and forgotten what it knew: the next call is judged anew, wherever it arrives. A process
 * that does not answer within 2 seconds is not waited for; what it remembers it forgets after 5.
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
