import { executeSql } from "../../../src/db/sql.ts";
import type { HubContext } from "../hub.context.ts";
import { accessChannel } from "./caller.rows.ts";

/**
 * Runs what changes the access of `subject` (a key's, account's or user's id), and answers when this process has
 * forgotten what it knew and has heard the announcement, as the other processes then have: the next call is judged anew.
 */
export async function changeAccess<T>(
  { em, ports }: HubContext,
  subject: string,
  change: () => Promise<T>,
): Promise<T> {
  const result = await change();
  ports.callers.forget(subject);
  await ports.callers.catchUp((marker) =>
    executeSql(em, "SELECT pg_notify($1, $2)", [accessChannel, marker]),
  );
  return result;
}
