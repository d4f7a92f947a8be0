import type { EventEmitter } from "node:events";
import type { EntityManager } from "@mikro-orm/postgresql";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { gather } from "../../src/db/gather.ts";
import { inOneStatement, inPipelinedTransaction } from "../../src/db/pipelined-transaction.ts";
import { readAsSystem, readRows, readShared } from "../../src/db/read-rows.ts";
import { Replica } from "../../src/db/replica.ts";
import { executeSql } from "../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../src/db/transaction.ts";
import { dieAt, watchStatements } from "../support/crash.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

/**
 * A connection that is lost, at whichever moment of its use: the work rejects, its connection's place in the pool is free
 * again, and the work that follows gets a connection that works.
 */
interface Client {
  processID: number;
  connection: { stream: { destroy(): void } };
}

interface Pool extends EventEmitter {
  totalCount: number;
  idleCount: number;
}

let server: TestDatabase;
let database: Database;
let pool: Pool;
/** The connection that was taken from the pool last. */
let used: Client | undefined;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { poolSize: 2 });
  pool = await database.orm.em.getConnection().getNativeClient();
  pool.on("acquire", (client: Client) => (used = client));
});
// Waits for every connection that is in use.
afterAll(async () => {
  await database.close();
  await server.drop();
});

const context = () => ({ em: database.fork(), principal: { ownerId: "ann" } });
const statement = "SELECT 1 AS one";
const sleep = "SELECT pg_sleep(30)";
const run = (em: EntityManager, sql = statement) => executeSql(em, sql);
const together = gather<string, unknown>(async (em, items) => {
  await run(em);
  return items;
});

/** Loses the connection in use, one way or the other; returns once that was done. */
const losses = {
  "the server ends its session": async () => {
    await server.query("SELECT pg_terminate_backend($1, 5000)", [used!.processID]);
  },
  "its socket is destroyed": async () => {
    used!.connection.stream.destroy();
  },
};

type Lose = () => Promise<void>;

/** Loses the connection once the server runs the sleeping statement on it. */
async function loseWhileSleeping(lose: Lose): Promise<void> {
  const sql = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'";
  await until(
    "the statement is running",
    async () => (await server.query(sql, [used?.processID])).length > 0,
  );
  await lose();
}

/** Work that begins, and loses its connection on the way. */
const works: Record<string, (lose: Lose) => Promise<unknown>> = {
  "a pipelined transaction, between two statements": (lose) =>
    inPipelinedTransaction(context(), async (em) => {
      await run(em);
      await lose();
      await run(em);
    }),
  "a pipelined transaction, with statements queued behind a running one": (lose) =>
    inPipelinedTransaction(context(), async (em) => {
      await run(em);
      await Promise.all([
        run(em, sleep),
        run(em),
        together(em, "a"),
        together(em, "b"),
        loseWhileSleeping(lose),
      ]);
    }),
  "a pipelined transaction, with statements sent right after the loss": (lose) =>
    inPipelinedTransaction(context(), async (em) => {
      await run(em);
      await lose();
      await Promise.all([run(em), together(em, "a"), inTransaction({ ...context(), em }, (own) => run(own))]);
    }),
  "a pipelined transaction, before its commit": (lose) =>
    inPipelinedTransaction(context(), async (em) => {
      await run(em);
      await lose();
    }),
  "a pipelined transaction of the system, after a failed statement": (lose) =>
    inPipelinedTransaction(
      context(),
      async (em) => {
        await run(em, "SELECT 1 / 0").catch(() => {});
        await lose();
        throw new Error("The work has failed.");
      },
      { asSystem: true },
    ),
  "a transaction, between two statements": (lose) =>
    inTransaction(context(), async (em) => {
      await run(em);
      await lose();
      await run(em);
    }),
  "a transaction of the system, before its commit": (lose) =>
    asSystem(database.fork(), async (em) => {
      await run(em);
      await lose();
    }),
  "a statement of its own": (lose) =>
    bothOf(inOneStatement(database.fork(), { sql: sleep, parameters: [] }), lose),
  "a read": (lose) => bothOf(readRows(context(), { sql: sleep, parameters: [] }), lose),
  "a read of the system": (lose) =>
    bothOf(readAsSystem(database.fork(), { sql: sleep, parameters: [] }), lose),
  "a read without an owner": (lose) =>
    bothOf(readShared(database.fork(), { sql: sleep, parameters: [] }), lose),
  "quick reads in a group": (lose) => {
    const read = () => readRows(context(), { sql: sleep, parameters: [], isQuick: true });
    return bothOf(Promise.all([read(), read(), read()]), lose);
  },
};

async function bothOf(work: Promise<unknown>, lose: Lose): Promise<void> {
  const losing = loseWhileSleeping(lose);
  await Promise.all([work, losing]);
}

describe.each(Object.entries(works))("%s", (_name, work) => {
  test.each(Object.entries(losses))("rejects when %s, and leaves nothing in use", async (_loss, lose) => {
    // The connection exists, so that losing it does not meet the opening of one.
    await run(database.fork());
    await expect(work(lose)).rejects.toThrow();
    // At once, before the pool can know that the connection has ended.
    expect(await readAsSystem(database.fork(), { sql: statement, parameters: [] })).toEqual([{ one: 1 }]);
    expect(await inPipelinedTransaction(context(), (em) => run(em))).toEqual([{ one: 1 }]);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});

test.each(Object.entries(losses))("the primary answers for a replica when %s", async (_loss, lose) => {
  class Noted extends pg.Client {
    constructor(options?: string | pg.ClientConfig) {
      super(options);
      used = this as unknown as Client;
    }
  }
  const settings = { connectionString: server.url, max: 1, Client: Noted };
  const replica = new Replica(settings, { primary: database.orm.em, log: silentLog });
  const read = replica.read({ ownerId: "ann" }, { text: sleep, values: [] });
  await loseWhileSleeping(lose);
  expect(await read).toBe(null);
  await replica.close();
});

describe("in a process that dies at a statement", () => {
  let restore: () => void;
  beforeAll(async () => {
    restore = await watchStatements(database.fork());
  });
  afterAll(() => restore());

  const read = { sql: statement, parameters: [] };
  test.each([
    ["a read", () => readRows(context(), read)],
    ["a quick read", () => readRows(context(), { ...read, isQuick: true })],
    ["a read of the system", () => readAsSystem(database.fork(), read)],
    ["a pipelined transaction", () => inPipelinedTransaction(context(), (em) => run(em))],
  ])("%s ends", async (_name, work) => {
    for (const isDone of [false, true]) {
      const { answer, hasDied } = await dieAt({ at: 1, isDone }, work);
      expect([answer, hasDied]).toEqual([null, true]);
      await until("the connection is given back", async () => pool.totalCount === pool.idleCount);
    }
  });
});
