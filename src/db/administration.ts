import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";

/** The connection to one database, and the work that waits for it. */
interface Administration {
  client: Promise<pg.Client> | null;
  last: Promise<unknown>;
  waiting: number;
}

const administrations = new Map<string, Administration>();

/**
 * Runs `work` as the administrator of a database. What a process has to do there at the same time runs one after the other on one
 * connection, which ends when nothing is left to do, or when something failed; a server takes longer for a connection than for
 * all that a start asks. `work` leaves no transaction, lock or setting behind, and does not wait for other work.
 */
export async function asAdministrator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const known = administrations.get(url);
  const administration = known ?? { client: null, last: Promise.resolve(), waiting: 0 };
  if (!known) administrations.set(url, administration);
  administration.waiting++;
  const done = administration.last.then(() => runOn(administration, url, work));
  administration.last = done.catch(() => undefined);
  try {
    return await done;
  } finally {
    void leave(administration, url);
  }
}

async function runOn<T>(
  administration: Administration,
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  try {
    return await work(await (administration.client ??= connect(administration, url)));
  } catch (error) {
    await end(administration);
    throw error;
  }
}

function connect(administration: Administration, connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: "migrate" });
  // The statement that runs then fails too.
  client.on("error", () => undefined);
  const connected = client.connect().then(() => client);
  // The next work connects anew.
  client.once("end", () => {
    if (administration.client === connected) administration.client = null;
  });
  return connected;
}

async function leave(administration: Administration, url: string): Promise<void> {
  // Those who waited for this may have more to do.
  await nextTurn();
  if (--administration.waiting > 0) return;
  administrations.delete(url);
  await end(administration);
}

async function end(administration: Administration): Promise<void> {
  const { client } = administration;
  administration.client = null;
  await client?.then((connected) => connected.end()).catch(() => undefined);
}
