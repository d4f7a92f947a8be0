import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { expireHolds } from "../../../subgraphs/hub/credits/holds.service.ts";
import type { FileStorage } from "../../../subgraphs/hub/files/file-storage.port.ts";
import { until } from "../../support/poll.ts";
import { createMemoryStorage } from "../support/memory-storage.ts";
import { createImageWorld, type ImageWorld } from "./image-world.ts";

const memory = createMemoryStorage();
/** Behaviour of the store for the next file. */
let put: FileStorage["put"] = memory.put;
const storage: FileStorage = { ...memory, put: (...args) => put(...args) };

let world: ImageWorld;
beforeAll(async () => {
  world = await createImageWorld({ storage });
});
afterAll(() => world?.close());
beforeEach(async () => {
  put = memory.put;
  await world.reset();
});

const exhausted = { code: "IMAGE_CREDITS_EXHAUSTED", status: 402 };
const minutes = (count: number, from = new Date()) => new Date(from.getTime() + count * 60_000);
const drawAll = (ownerId: string, count: number, at?: Date) =>
  Promise.allSettled(Array.from({ length: count }, () => world.draw(world.contextFor(ownerId, at))));
const drawn = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === "fulfilled").length;

describe("the month", () => {
  test("the monthly allowance resets at midnight UTC of its first day", async () => {
    const ownerId = newId("usr");
    const last = new Date("2026-05-31T23:59:59.999Z");
    expect(drawn(await drawAll(ownerId, 5, last))).toBe(5);
    await expect(world.draw(world.contextFor(ownerId, last))).rejects.toMatchObject({
      ...exhausted,
      details: { required: 1, remaining: 0, resetsAt: "2026-06-01T00:00:00.000Z" },
    });
    const first = new Date("2026-06-01T00:00:00.000Z");
    expect(await world.draw(world.contextFor(ownerId, first))).toMatchObject({ creditsRemaining: 4 });
  });
});

describe("a crash", () => {
  const never = () => new Promise<never>(() => undefined);

  /** Each makes it happen to the next image, and says whether it has. */
  const crashes: [string, () => () => boolean][] = [
    [
      "while the image is drawn",
      () => {
        world.mocks.openai.behave("hang");
        return () => world.mocks.openai.seen.length > 0;
      },
    ],
    ["before it is stored", () => loseStore(async () => undefined)],
    ["after it was stored", () => loseStore(memory.put)],
  ];

  function loseStore(first: FileStorage["put"]): () => boolean {
    let isLost = false;
    put = async (...args) => {
      await first(...args);
      isLost = true;
      return never();
    };
    return () => isLost;
  }

  test.each(crashes)(
    "%s leaves the credit set aside, until its quarter of an hour is over",
    async (_when, crash) => {
      const ownerId = newId("usr");
      const start = new Date("2026-05-10T12:00:00Z");
      const hasCrashed = crash();
      // Its result is dropped, as in a process that has died.
      void world.draw(world.contextFor(ownerId, start)).catch(() => undefined);
      await until("it has crashed", hasCrashed);
      expect(await world.creditsOf(ownerId)).toEqual([{ status: "held", source: "allowance" }]);
      await world.reset();
      put = memory.put;
      expect(drawn(await drawAll(ownerId, 5, minutes(14.99, start)))).toBe(4);
      const later = world.contextFor(ownerId, minutes(15, start));
      expect(await world.draw(later)).toMatchObject({ creditsRemaining: 0 });
      await expect(world.draw(world.contextFor(ownerId, minutes(16, start)))).rejects.toMatchObject(
        exhausted,
      );
    },
  );

  test("a crash between storing and capturing captures nothing and publishes nothing", async () => {
    const ownerId = newId("usr");
    const beforeCommit = () => Promise.reject(new Error("the database is gone"));
    const ctx = world.contextFor(ownerId, undefined, { beforeCommit });
    await expect(world.draw(ctx)).rejects.toThrow("the database is gone");
    expect(await world.creditsOf(ownerId)).toEqual([{ status: "held", source: "allowance" }]);
    const files = await world.app.database.query("SELECT stored_at FROM hub.files WHERE owner_id = $1", [
      ownerId,
    ]);
    expect(files).toEqual([{ stored_at: null }]);
    expect(drawn(await drawAll(ownerId, 5))).toBe(4);
    expect(await world.draw(world.contextFor(ownerId, minutes(16)))).toMatchObject({ creditsRemaining: 0 });
  });
});

test("a failing store releases the credit: 500 STORAGE_ERROR", async () => {
  const ownerId = newId("usr");
  put = () => Promise.reject(new Error("no space left on device"));
  await expect(world.draw(world.contextFor(ownerId))).rejects.toMatchObject({
    code: "STORAGE_ERROR",
    status: 500,
    details: { retryable: true },
  });
  expect(await world.creditsOf(ownerId)).toEqual([{ status: "released", source: "allowance" }]);
  const requests = await world.app.database.query(
    "SELECT status, cost_micro_usd > 0 AS billed FROM hub.ai_requests WHERE owner_id = $1",
    [ownerId],
  );
  expect(requests).toEqual([{ status: "failed", billed: true }]);
  put = memory.put;
  expect(await world.draw(world.contextFor(ownerId))).toMatchObject({ creditsRemaining: 4 });
});

describe("image credits that were bought", () => {
  test("purchased image credits are used after the monthly ones, one per image, through the ledger", async () => {
    const ownerId = newId("usr");
    await world.buyImages(ownerId, 2);
    expect(await world.draw(world.contextFor(ownerId))).toMatchObject({ creditsRemaining: 6 });
    await drawAll(ownerId, 4);
    expect(await world.poolOf(ownerId)).toEqual({ balance: 200, held: 0 });
    expect(await world.draw(world.contextFor(ownerId))).toMatchObject({ creditsRemaining: 1 });
    expect(await world.draw(world.contextFor(ownerId))).toMatchObject({ creditsRemaining: 0 });
    await expect(world.draw(world.contextFor(ownerId))).rejects.toMatchObject(exhausted);
    expect(await world.poolOf(ownerId)).toEqual({ balance: 0, held: 0 });
    const entries = await world.app.database.query(
      "SELECT type, amount::int AS amount, operation, pool FROM hub.credit_entries WHERE owner_id = $1 ORDER BY sequence",
      [ownerId],
    );
    expect(entries).toEqual([
      { type: "purchase", amount: 200, operation: null, pool: "image" },
      { type: "hold_capture", amount: -100, operation: "ai.image", pool: "image" },
      { type: "hold_capture", amount: -100, operation: "ai.image", pool: "image" },
    ]);
  });

  test("three purchased and five monthly credits give eight images to twenty parallel requests", async () => {
    const ownerId = newId("usr");
    await world.buyImages(ownerId, 3);
    const results = await drawAll(ownerId, 20);
    expect(drawn(results)).toBe(8);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject(exhausted);
    expect(await world.poolOf(ownerId)).toEqual({ balance: 0, held: 0 });
  });

  test("a purchased image credit is released by a failure, and by the expiry of a crashed request's hold", async () => {
    const ownerId = newId("usr");
    await world.buyImages(ownerId, 1);
    await drawAll(ownerId, 5);
    world.mocks.openai.behave(500);
    world.mocks.google.behave(500);
    await expect(world.draw(world.contextFor(ownerId))).rejects.toMatchObject({
      code: "PROVIDERS_UNAVAILABLE",
    });
    expect(await world.poolOf(ownerId)).toEqual({ balance: 100, held: 0 });
    await world.reset();
    world.mocks.openai.behave("hang");
    void world.draw(world.contextFor(ownerId)).catch(() => undefined);
    await until("it is asked for", () => world.mocks.openai.seen.length > 0);
    expect(await world.poolOf(ownerId)).toEqual({ balance: 100, held: 100 });
    await expect(world.draw(world.contextFor(ownerId))).rejects.toMatchObject(exhausted);
    await expireHolds(world.app.contextFor(null, { at: minutes(16) }));
    expect(await world.poolOf(ownerId)).toEqual({ balance: 100, held: 0 });
  });

  test("purchased image credits are not standard credits", async () => {
    const ownerId = newId("usr");
    await world.buyImages(ownerId, 3);
    const balance = await world.app.get("/credits/balance/central", await world.app.as(ownerId));
    expect(balance.body).toMatchObject({ balance: 0, available: 0 });
  });
});

test("an administrator has no image limit, and uses no account's allowance", async () => {
  const ownerId = newId("usr");
  const ctx = world.contextFor(ownerId);
  const asAdmin = { ...ctx, principal: { ...ctx.principal, kind: "user", isAdmin: true } } as typeof ctx;
  for (let image = 0; image < 6; image++)
    expect(await world.draw({ ...asAdmin, requestId: newId("req") })).toMatchObject({
      creditsRemaining: "unlimited",
    });
  expect(new Set((await world.creditsOf(ownerId)).map(({ source }) => source))).toEqual(
    new Set(["unlimited"]),
  );
  expect(await world.draw(ctx)).toMatchObject({ creditsRemaining: 4 });
});
