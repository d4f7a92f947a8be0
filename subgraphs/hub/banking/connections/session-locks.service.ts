import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";

/** A lock that this process holds until it lets it go, or dies. */
export interface HeldLock {
  release(): Promise<void>;
}

interface Session {
  connected: Promise<{ client: pg.PoolClient; end: () => void }>;
  /** Locks that are held or being acquired: the database connection is released when there are none. */
  held: Set<string>;
}

/** One connection of a database carries all its locks, so that many of them never use the pool up. */
const sessions = new WeakMap<object, Session>();

const pollMs = 100;

/**
 * Takes a lock that is exclusive across processes, and may span any number of transactions and network calls: a
 * session-level advisory lock of PostgreSQL, which ends with its process. Null when it is not available within
 * `waitMs`. A lost connection loses the lock, so writes under it must also check what was read before.
 */
export async function takeLock(
  em: EntityManager,
  name: string,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<HeldLock | null> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = await tryLock(em, name);
    if (lock !== null || performance.now() + pollMs > deadline) return lock;
    await wait(pollMs);
  }
}

async function tryLock(em: EntityManager, name: string): Promise<HeldLock | null> {
  // No pause up to the count: a session that is counted in is not closed.
  const session = sessionOf(em);
  if (session.held.has(name)) return null;
  session.held.add(name);
  const leave = (): void => {
    session.held.delete(name);
    if (session.held.size === 0) void closeSession(em, session);
  };
  try {
    const { client } = await session.connected;
    const text = "SELECT pg_try_advisory_lock(hashtextextended($1, 40)) AS got";
    const { rows } = await client.query<{ got: boolean }>(text, [name]);
    if (!rows[0]!.got) {
      leave();
      return null;
    }
    const unlock = "SELECT pg_advisory_unlock(hashtextextended($1, 40))";
    return {
      release: async () => {
        await client.query(unlock, [name]).catch(() => undefined);
        leave();
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
}

function sessionOf(em: EntityManager): Session {
  let session = sessions.get(em.config);
  if (!session) {
    session = { connected: connect(em), held: new Set() };
    sessions.set(em.config, session);
  }
  return session;
}

async function connect(em: EntityManager): Promise<{ client: pg.PoolClient; end: () => void }> {
  const pool: pg.Pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks takes its locks along; the next lock gets a new one.
  const onError = (error: Error): void => {
    broken = error;
    sessions.delete(em.config);
  };
  client.on("error", onError);
  return {
    client,
    end: () => {
      client.off("error", onError);
      client.release(broken);
    },
  };
}

async function closeSession(em: EntityManager, session: Session): Promise<void> {
  if (sessions.get(em.config) === session) sessions.delete(em.config);
  const connected = await session.connected.catch(() => null);
  connected?.end();
}
