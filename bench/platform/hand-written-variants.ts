import pg from "pg";
import { setOwner, type Statement } from "./hand-written-sql.ts";

/**
 * `verifies`: the token's signature is verified on each request. `remembers`: verified tokens are cached. `guarded`: as
 * `remembers`, and every statement runs under row-level security as the role of its schema, the account's calls are
 * counted by minute, day and month, and a write leaves an audit row.
 */
export type Variant = "verifies" | "remembers" | "guarded";

export type Schema = "hub" | "property" | "gateway";

/** How the routes read rows of an account. */
export interface Reader {
  read<Row extends pg.QueryResultRow>(
    place: { schema: Schema; owner: string },
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]>;
  /** Runs statements in one transaction, as the account where row-level security is on. */
  transaction<T>(owner: string, work: (client: pg.PoolClient) => Promise<T | null>): Promise<T | null>;
  close(): Promise<unknown>;
}

/** Statements are prepared once a connection. */
export async function query<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>({ name, text, values })).rows;
}

/** Reads as the owner of all tables, in one pool. */
export function plainReader(databaseUrl: string): Reader {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
  return {
    read: (_place, statement, values) => query(pool, statement, values),
    transaction: (_owner, work) => inTransaction(pool, () => Promise.resolve(), work),
    close: () => pool.end(),
  };
}

/**
 * Connections per schema. All variants and the platform stay below the server's `max_connections` together; else the
 * platform is refused a connection in the middle of a round.
 */
const guardedPoolSize = 8;

/** Reads as the role of each schema, in a transaction that names the account; all of it is sent at once. */
export function guardedReader(databaseUrl: string): Reader {
  const openPool = (schema: Schema) => {
    const config: pg.PoolConfig & { pipeline: boolean } = {
      connectionString: databaseUrl,
      max: guardedPoolSize,
      options: `-c role=${schema}_app`,
      pipeline: true,
    };
    return new pg.Pool(config);
  };
  const pools = { hub: openPool("hub"), property: openPool("property"), gateway: openPool("gateway") };
  return {
    read: async <Row extends pg.QueryResultRow>(
      { schema, owner }: { schema: Schema; owner: string },
      statement: Statement,
      values: unknown[],
    ) => {
      const client = await pools[schema].connect();
      try {
        const begun = client.query("BEGIN READ ONLY");
        const owned = query(client, setOwner, [owner]);
        const rows = query<Row>(client, statement, values);
        await Promise.all([begun, owned, rows, client.query("COMMIT")]);
        return await rows;
      } finally {
        client.release();
      }
    },
    transaction: (owner, work) =>
      inTransaction(pools.hub, (client) => query(client, setOwner, [owner]), work),
    close: () => Promise.all(Object.values(pools).map((pool) => pool.end())),
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: (client: pg.PoolClient) => Promise<unknown>,
  work: (client: pg.PoolClient) => Promise<T | null>,
): Promise<T | null> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await begin(client);
    const result = await work(client);
    await client.query(result === null ? "ROLLBACK" : "COMMIT");
    return result;
  } finally {
    client.release();
  }
}

const day = 86_400_000;

/** Counts the calls of accounts: an exact log of the last minute, and the calendar day and month. */
export class CallCounts {
  readonly #byOwner = new Map<string, { minute: number[]; day: number; days: number; month: number }>();

  /** Headers with what is left, or null when the account has made too many calls. */
  count(owner: string, limit: number): Record<string, string> | null {
    const now = Date.now();
    const today = Math.floor(now / day);
    let counts = this.#byOwner.get(owner);
    if (!counts) this.#byOwner.set(owner, (counts = { minute: [], day: today, days: 0, month: 0 }));
    if (counts.day !== today) Object.assign(counts, { day: today, days: 0 });
    const { minute } = counts;
    let expired = 0;
    while (expired < minute.length && minute[expired]! <= now - 60_000) expired++;
    if (expired > 256) minute.splice(0, expired);
    if (minute.length >= limit || counts.days >= limit || counts.month >= limit) return null;
    minute.push(now);
    counts.days += 1;
    counts.month += 1;
    return {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - minute.length),
      "x-ratelimit-reset": String(Math.ceil((minute[0]! + 60_000) / 1000)),
    };
  }
}
