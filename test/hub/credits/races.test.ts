import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import {
  captureHold,
  expireHolds,
  placeHold,
  releaseHold,
} from "../../../subgraphs/hub/credits/holds.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { openHub } from "../../../subgraphs/hub/subgraph.ts";
import { silentLog } from "../../support/silent-log.ts";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { createHubPorts } from "../support/hub-ports.ts";
import { accountOf, createSpender, ledgerFaults } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const body = { appId: "central", amount: 1, description: "One" };

describe("parallel consumes", () => {
  test("200 parallel consumes of 1.00 on 100.00: exactly 100 succeed, the rest are rejected, nothing is left", async () => {
    const ownerId = await createSpender(app, 100);
    const headers = await app.as(ownerId);
    const answers = await Promise.all(times(200, () => app.post("/credits/consume", body, headers)));
    const paid = answers.filter(({ status }) => status === 200);
    const refused = answers.filter((answer) => answer.body.code === "INSUFFICIENT_CREDITS");
    expect([paid.length, refused.length]).toEqual([100, 100]);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 0, held: 0 });
    const left = paid.map((answer) => answer.body.balance as number).sort((a, b) => a - b);
    expect(left).toEqual(times(100, (index) => index));
    const { body: page } = await app.get("/credits/history/central?limit=100&offset=0", headers);
    const consumed = page.transactions as { amount: number; balanceAfter: number; type: string }[];
    expect(page.pagination.total).toBe(101);
    expect(consumed.map(({ balanceAfter }) => balanceAfter)).toEqual(times(100, (index) => index));
    expect(consumed.every(({ type, amount }) => type === "consume" && amount === -1)).toBe(true);
    expect(await ledgerFaults(app.database)).toEqual([]);
  });

  test("parallel consumes of two processes take exactly what is available, each key once", async () => {
    const ownerId = await createSpender(app, 100);
    const other = await openHub({ ports: createHubPorts(), databaseUrl: app.database.url, log: silentLog });
    const consume = (index: number) => {
      // Each key comes to both processes.
      const ctx = app.contextFor(ownerId, { idempotencyKey: `k${index % 75}` });
      const own = index % 2 === 0 ? ctx : (other.contextFor({ ...ctx }) as HubContext);
      return consumeCredits(own, { appId: "central", amount: 100, description: "One" });
    };
    const settled = await Promise.allSettled(times(300, consume));
    await other.close();
    const entries = settled.flatMap((each) => (each.status === "fulfilled" ? each.value.entryId : []));
    expect([settled.length, entries.length, new Set(entries).size]).toEqual([300, 300, 75]);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 25, held: 0 });
    expect(await ledgerFaults(app.database)).toEqual([]);
  });

  test("50 consumes with one Idempotency-Key have one effect and 50 identical bodies", async () => {
    const ownerId = await createSpender(app, 100);
    const headers = { ...(await app.as(ownerId)), "idempotency-key": "k-50" };
    const answers = await Promise.all(times(50, () => app.post("/credits/consume", body, headers)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(answers.filter((answer) => answer.headers["idempotent-replayed"] === "true")).toHaveLength(49);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 99, held: 0 });
    const other = await app.post("/credits/consume", { ...body, amount: 2 }, headers);
    expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const quoted = await app.post("/credits/consume", body, { ...headers, "idempotency-key": '"k-50"' });
    expect(quoted.text).toBe(answers[0]!.text);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 99, held: 0 });
  });

  test("50 consumes with one referenceId have one effect and 50 identical bodies", async () => {
    const ownerId = await createSpender(app, 100);
    const headers = await app.as(ownerId);
    const wanted = { ...body, referenceId: "r-50" };
    const answers = await Promise.all(times(50, () => app.post("/credits/consume", wanted, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 99, held: 0 });
  });

  test("an Idempotency-Key is separate per user", async () => {
    const owners = await Promise.all(times(3, () => createSpender(app, 5)));
    for (const ownerId of owners) {
      const headers = { ...(await app.as(ownerId)), "idempotency-key": "shared" };
      expect((await app.post("/credits/consume", body, headers)).body.balance).toBe(4);
    }
  });

  test("a rejected consume frees its key: with credits the same request succeeds", async () => {
    const ownerId = await createSpender(app, 0.5);
    const headers = { ...(await app.as(ownerId)), "idempotency-key": "again" };
    expect((await app.post("/credits/consume", body, headers)).status).toBe(400);
    await createSpender(app, 1, { ownerId });
    expect((await app.post("/credits/consume", body, headers)).body.balance).toBe(0.5);
  });

  test("holds and consumes together never take more than is available", async () => {
    const ownerId = await createSpender(app, 20);
    const headers = await app.as(ownerId);
    const answers = await Promise.all(
      times(60, (index) => app.post(index % 2 ? "/credits/consume" : "/credits/holds", body, headers)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const { balance, held } = await accountOf(app.database, ownerId);
    expect(balance - held).toBe(0);
    expect(await ledgerFaults(app.database)).toEqual([]);
  });
});

describe("a hold", () => {
  test("a hold resolves exactly once, whichever of capture, release and expiry is first (600 races)", async () => {
    const ownerId = await createSpender(app, 6000);
    const placedAt = new Date("2026-05-01T10:00:00.000Z");
    const after = (seconds: number) => new Date(placedAt.getTime() + seconds * 1000);
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const outcomes = { captured: 0, released: 0, expired: 0 };
    for (let race = 0; race < 600; race++) {
      const wanted = { appId: "central", amount: 300, description: "race", ttlSeconds: 60 };
      const { holdId } = await placeHold(app.contextFor(ownerId, { at: placedAt }), wanted);
      const before = await accountOf(app.database, ownerId);
      // Before expiry by their own clocks, while the job's clock is past it.
      const runs = [
        () => captureHold(app.contextFor(ownerId, { at: after(59) }), { holdId, amount: 200 }),
        () => releaseHold(app.contextFor(ownerId, { at: after(59) }), holdId),
        () => expireHolds(app.contextFor(null, { at: after(61) })),
      ];
      const order = orders[race % orders.length]!;
      const settled = await Promise.allSettled(order.map((index) => runs[index]!()));
      const [capture, release] = [0, 1].map((index) => settled[order.indexOf(index)]!);
      const [hold] = await app.database.query<{ status: keyof typeof outcomes }>(
        "SELECT status FROM hub.credit_holds WHERE id = $1",
        [holdId],
      );
      outcomes[hold!.status]++;
      expect(capture!.status === "fulfilled").toBe(hold!.status === "captured");
      expect(release!.status === "fulfilled").toBe(hold!.status === "released");
      const { balance, held } = await accountOf(app.database, ownerId);
      expect(held).toBe(0);
      expect(balance).toBe(before.balance - (hold!.status === "captured" ? 2 : 0));
    }
    expect(outcomes.captured + outcomes.released + outcomes.expired).toBe(600);
    // Each of them wins some of the time, or nothing was raced.
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
    expect(await ledgerFaults(app.database)).toEqual([]);
  });

  test("a hold captured by 20 at once is charged once", async () => {
    const ownerId = await createSpender(app, 10);
    const headers = await app.as(ownerId);
    const { holdId } = (await app.post("/credits/holds", { ...body, amount: 4 }, headers)).body;
    const answers = await Promise.all(
      times(20, () => app.post(`/credits/holds/${holdId}/capture`, {}, headers)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.body).toMatchObject({ status: "captured", capturedAmount: 4 });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 6, held: 0 });
  });
});
