import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "../../src/time/clock.ts";
import type { Database } from "../../src/db/database.ts";
import type { GroupedWrite, Outcome } from "../../src/db/group-commit.ts";
import type { IdempotencyContext } from "../../src/db/idempotency.ts";
import { executeSql } from "../../src/db/sql.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { groupCommit } from "../../src/db/commit-groups.ts";
import { DomainError } from "../../src/errors.ts";
import { until } from "../support/poll.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNotes } from "./notes-database.ts";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openNotes(server.url, { lockTimeoutMs: 1_500 });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  sizes.length = 0;
  await server.query("TRUNCATE notes.notes, notes.idempotency_keys");
});

interface Note {
  id: string;
  /** The decision about it. */
  wish?: "accept" | "refuse" | "refuse for good";
}

/** Number of members of each transaction that was begun. */
const sizes: number[] = [];
/** Blocks writers; no blocking while null. */
let gate: Promise<void> | null = null;

const noting: GroupedWrite<Note, null, { id: string; transaction: string }> = {
  operation: "note",
  read: async () => {
    await gate;
    return null;
  },
  write: (em, _state, members) => {
    sizes.push(members.length);
    const outcomes = members.map(({ input }): Outcome<{ id: string; transaction: string }> => {
      if (input.wish === "refuse") return { refusal: new DomainError("INVALID_AMOUNT", "no") };
      if (input.wish === "refuse for good") return { refusal: new DomainError("INVALID_STATE", "never") };
      return { answer: { id: input.id, transaction: `${sizes.length}` } };
    });
    const accepted = members.filter(({ input }) => (input.wish ?? "accept") === "accept");
    return { outcomes, written: Promise.all(accepted.map(({ input }) => insert(em, input.id))) };
  },
};

const insert = (em: EntityManager, id: string) =>
  executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ($1, 'ann', '')", [id]);

function contextOf(key: string | null = null, over: Partial<IdempotencyContext> = {}): IdempotencyContext {
  return {
    em: database.fork(),
    principal: { id: "ann", ownerId: "ann" },
    clock: fixedClock(new Date("2026-05-01T10:00:00Z")),
    idempotencyKey: key,
    meter: { replayed: false },
    ...over,
  };
}

const note = (input: Note, ctx = contextOf()) => groupCommit(ctx, "notes", input, noting);
const stored = async () =>
  (await server.query<{ id: string }>("SELECT id FROM notes.notes ORDER BY position")).map(({ id }) => id);
const keys = async () =>
  (await server.query<{ key: string }>("SELECT key FROM notes.idempotency_keys ORDER BY key")).map(
    ({ key }) => key,
  );

/** Runs `calls` so that they all wait for the first one, which goes alone. */
async function behindOne<T>(calls: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  const first = note({ id: "first" });
  const others = calls();
  gate = null;
  open();
  const settled = await Promise.allSettled(others);
  await first;
  return settled;
}

describe("calls that come together", () => {
  test("share the transaction after the one that is under way, in their order", async () => {
    const settled = await behindOne(() => ["a", "b", "c"].map((id) => note({ id })));
    expect(sizes).toEqual([1, 3]);
    expect(settled.map((each) => each.status === "fulfilled" && each.value.id)).toEqual(["a", "b", "c"]);
    expect(await stored()).toEqual(["first", "a", "b", "c"]);
  });

  test("are at most 64 a transaction", async () => {
    await behindOne(() => Array.from({ length: 130 }, (_, index) => note({ id: `n${index}` })));
    expect(sizes).toEqual([1, 64, 64, 2]);
    expect(await stored()).toHaveLength(131);
  });

  test("are alone again when the others are done, and in another place", async () => {
    await behindOne(() => [note({ id: "a" })]);
    await note({ id: "b" });
    await Promise.all([note({ id: "c" }), groupCommit(contextOf(), "elsewhere", { id: "d" }, noting)]);
    expect(sizes).toEqual([1, 1, 1, 1, 1]);
  });

  test("of which one is refused: it alone is, and its key is free again", async () => {
    const settled = await behindOne(() => [
      note({ id: "a" }, contextOf("ka")),
      note({ id: "b", wish: "refuse" }, contextOf("kb")),
      note({ id: "c" }, contextOf("kc")),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect([await stored(), await keys()]).toEqual([
      ["first", "a", "c"],
      ["ka", "kc"],
    ]);
    expect((await note({ id: "b" }, contextOf("kb"))).id).toBe("b");
  });

  test("of which one is refused for good: its refusal is answered again", async () => {
    const refused = { id: "b", wish: "refuse for good" as const };
    await behindOne(() => [note({ id: "a" }), note(refused, contextOf("k"))]);
    const again = contextOf("k");
    await expect(note(refused, again)).rejects.toMatchObject({ code: "INVALID_STATE" });
    expect(again.meter.replayed).toBe(true);
    expect(sizes.at(-1)).toBe(0);
  });

  test("of which one breaks the transaction: it alone fails, and the others are done once", async () => {
    const settled = await behindOne(() => [note({ id: "a" }), note({ id: "first" }), note({ id: "c" })]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await stored()).toSorted()).toEqual(["a", "c", "first"]);
  });
});

describe("one key", () => {
  test("in one transaction has one effect and one answer", async () => {
    const contexts = Array.from({ length: 5 }, () => contextOf("k"));
    const settled = await behindOne(() => contexts.map((ctx) => note({ id: "a" }, ctx)));
    const answers = settled.map((each) => (each.status === "fulfilled" ? each.value : each.reason));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(contexts.map(({ meter }) => meter.replayed)).toEqual([false, true, true, true, true]);
    expect(await stored()).toEqual(["first", "a"]);
  });

  test("is 422 for another input, in one transaction and later", async () => {
    const settled = await behindOne(() => [
      note({ id: "a" }, contextOf("k")),
      note({ id: "b" }, contextOf("k")),
    ]);
    expect(settled[1]).toMatchObject({ reason: { code: "IDEMPOTENCY_KEY_REUSED" } });
    await expect(note({ id: "c" }, contextOf("k"))).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(await stored()).toEqual(["first", "a"]);
  });

  test("whose first call was refused lets the next one try", async () => {
    const settled = await behindOne(() => [
      note({ id: "a", wish: "refuse" }, contextOf("k")),
      note({ id: "a", wish: "refuse" }, contextOf("k")),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(sizes).toEqual([1, 1, 1]);
    expect(await keys()).toEqual([]);
  });

  test("is another one for another principal of the same owner", async () => {
    const key = contextOf("k", { principal: { id: "key_1", ownerId: "ann" } });
    await behindOne(() => [note({ id: "a" }, contextOf("k")), note({ id: "b" }, key)]);
    expect(await stored()).toEqual(["first", "a", "b"]);
  });

  test("that a transaction elsewhere holds keeps only its own call waiting", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let hold = () => {};
    const held = new Promise<void>((resolve) => (hold = resolve));
    const holding = inTransaction(contextOf(), async (em) => {
      await executeSql(
        em,
        `INSERT INTO idempotency_keys (scope, principal, operation, key, request_hash, created_at, expires_at)
         VALUES ('ann', 'ann', 'note', 'held', '', now(), now() + interval '1 day')`,
      );
      hold();
      await released;
      throw new Error("given up");
    }).catch(() => {});
    await held;
    let isWaiting = true;
    const waiting = note({ id: "w" }, contextOf("held")).finally(() => (isWaiting = false));
    await Promise.all([note({ id: "a" }), note({ id: "b" }, contextOf("kb"))]);
    expect([isWaiting, await stored()]).toEqual([true, ["a", "b"]]);
    release();
    await holding;
    expect((await waiting).id).toBe("w");
  });
});

describe("what belongs to a call's commit", () => {
  test("is called for each with its own answer, and for none that is refused", async () => {
    const seen: unknown[] = [];
    const beforeCommit = async (_em: EntityManager, result: unknown) => void seen.push(result);
    await behindOne(() => [
      note({ id: "a" }, contextOf(null, { beforeCommit })),
      note({ id: "b", wish: "refuse" }, contextOf(null, { beforeCommit })),
      note({ id: "c" }, contextOf("k", { beforeCommit })),
    ]);
    expect(seen).toMatchObject([{ id: "a" }, { id: "c" }]);
  });

  test("and fails takes back its own call only", async () => {
    const beforeCommit = async () => {
      throw new Error("no row");
    };
    const settled = await behindOne(() => [
      note({ id: "a" }),
      note({ id: "b" }, contextOf("kb", { beforeCommit })),
      note({ id: "c" }),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await stored()).toSorted()).toEqual(["a", "c", "first"]);
    expect(await keys()).toEqual([]);
  });
});

test("a commit that nobody knows the end of is not run again", async () => {
  const beforeCommit = async (em: EntityManager) => {
    const [row] = await executeSql<{ pid: number }>(em, "SELECT pg_backend_pid() AS pid");
    await server.query("SELECT pg_terminate_backend($1)", [row!.pid]);
    await until("the connection is gone", async () => {
      const left = await server.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [row!.pid]);
      return left.length === 0;
    });
  };
  const settled = await behindOne(() => [
    note({ id: "a" }),
    note({ id: "b" }, contextOf(null, { beforeCommit })),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(sizes).toEqual([1, 2]);
  expect(await stored()).toEqual(["first"]);
  expect((await note({ id: "c" })).id).toBe("c");
});

test("inside of another transaction it is part of that one", async () => {
  const ctx = contextOf();
  const undone = inTransaction(ctx, async (em) => {
    await note({ id: "a" }, contextOf(null, { em }));
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await stored()).toEqual([]);
});
