import type pg from "pg";
import { currentTracing } from "../observability/tracing.ts";
import { hasDescribed, sendRead, type Wire } from "./owned-read.ts";
import { ReadGroup } from "./read-group.ts";
import { isOfStatement } from "./sql.ts";

/** Maximum number of reads per exchange; more go out side by side on several connections. */
const maxTogether = 16;

interface WaitingRead {
  ownerId: string;
  query: pg.QueryConfig;
  resolve(rows: never[]): void;
  reject(error: unknown): void;
}

const waitingReads = new WeakMap<pg.Pool, WaitingRead[]>();

/**
 * Sends the reads of one turn of the event loop together, whichever request they belong to: one write, one change of
 * process, and one transaction of the server for all of them. Each sees the rows of its own owner. A read that fails does
 * not affect the others. For quick reads only, as each waits for the whole group.
 */
export function readTogether<Row>(pool: pg.Pool, ownerId: string, query: pg.QueryConfig): Promise<Row[]> {
  return new Promise<Row[]>((resolve, reject) => {
    const read: WaitingRead = { ownerId, query, resolve, reject };
    // A statement of a traced request is a span of its own, below that request.
    const isTraced = (currentTracing()?.carrier() ?? null) !== null;
    if (isTraced) return void exchange(pool, [read]);
    const waiting = waitingReads.get(pool);
    if (waiting) return void waiting.push(read);
    const reads = [read];
    waitingReads.set(pool, reads);
    // After the I/O of this turn, so that all requests that have arrived take part.
    setImmediate(() => {
      waitingReads.delete(pool);
      for (let from = 0; from < reads.length; from += maxTogether)
        void exchange(pool, reads.slice(from, from + maxTogether));
    });
  });
}

/** Runs the reads on one connection, and settles each. Never rejects. */
async function exchange(pool: pg.Pool, reads: readonly WaitingRead[]): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    for (const { reject } of reads) reject(error);
    return;
  }
  const isBroken = await runOn(client, reads);
  // The pool would hand it to the next reads before it knows that the connection has ended.
  client.release(isBroken);
}

/**
 * The first of a statement on this connection runs alone, which has the server describe it; the others form groups.
 * Resolves to whether the connection is broken.
 */
async function runOn(client: pg.PoolClient, reads: readonly WaitingRead[]): Promise<boolean> {
  const { connection } = client as unknown as { connection: Wire };
  let isBroken = false;
  let left = reads;
  while (left.length > 0) {
    const isKnown = ({ query }: WaitingRead) => hasDescribed(connection, query.name);
    const known = left.length > 1 ? left.filter(isKnown) : [];
    const isGroup = known.length > 1;
    const failed = isGroup ? await runGroup(client, known) : await runAlone(client, left[0]!);
    isBroken ||= failed;
    left = isGroup ? left.filter((read) => !known.includes(read)) : left.slice(1);
  }
  return isBroken;
}

/** Resolves to whether the connection failed, not the statement. */
async function runAlone(
  client: pg.PoolClient,
  { ownerId, query, resolve, reject }: WaitingRead,
): Promise<boolean> {
  try {
    resolve(await sendRead<never>(client, { ownerId }, query));
    return false;
  } catch (error) {
    reject(error);
    return !isOfStatement(error);
  }
}

/**
 * Reads change nothing, so when the server refuses one of them, each is run again alone. Resolves to whether the
 * connection failed.
 */
async function runGroup(client: pg.PoolClient, reads: readonly WaitingRead[]): Promise<boolean> {
  try {
    const outcomes = await ReadGroup.send(client, reads);
    for (const [index, { resolve, reject }] of reads.entries()) {
      const { error, rows } = outcomes[index]!;
      if (error) reject(error);
      else resolve(rows as never[]);
    }
    return false;
  } catch (error) {
    if (isOfStatement(error)) {
      const failed = await Promise.all(reads.map((read) => runAlone(client, read)));
      return failed.includes(true);
    }
    for (const { reject } of reads) reject(error);
    return true;
  }
}
