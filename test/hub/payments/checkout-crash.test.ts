import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { reconcilePayments } from "../../../subgraphs/hub/payments/reconcile.service.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { dieAt, watchCalls, watchStatements, type CrashPoint } from "../../support/crash.ts";
import { atProcessor, settled } from "../../support/processor.ts";
import {
  boughtBy,
  buy,
  createBuyer,
  endLeases,
  leftOf,
  named,
  nothing,
  pay,
  sales,
  type Buyer,
  type Left,
  type Sale,
} from "./checkout-crash-world.ts";

/**
 * The process dies at one of its statements, or at a call of an external service, while it opens a checkout: before
 * that step, or after it and before its response. All doors, the real SDK, the processor's stand-in.
 */
let app: TestApp;
let hub: HubContext;
let restore: () => void;
beforeAll(async () => {
  app = await createTestApp();
  hub = app.running.platform.contextIn("hub") as HubContext;
  restore = await watchStatements(hub.em);
  for (const party of [hub.ports.processor, hub.ports.pricing, hub.ports.botCheck]) watchCalls(party);
});
afterAll(async () => {
  restore?.();
  await app?.close();
});

/** Abandoned payments, for the nightly job. */
const abandoned: { sale: Sale; buyer: Buyer; left: Left }[] = [];

/** A new buyer's call that ends at this step, and that it left no half effect. */
async function dieWhileBuying(sale: Sale, point: CrashPoint, key: string) {
  const buyer = await createBuyer(app);
  const { answer, hasDied, lastStep } = await dieAt(point, () => buy(app, sale, buyer, key));
  const left = await leftOf(app, sale, buyer);
  const where = `${point.isDone ? "after" : "before"} step ${point.at}: ${lastStep}`;
  expectNoHalf(where, left, answer?.status === 200);
  expect([where, await boughtBy(app, buyer)]).toEqual([where, nothing]);
  if (!hasDied) expect([where, answer?.status]).toEqual([where, 200]);
  return { buyer, left, hasDied, where };
}

/** Either nothing, or one pending payment that the processor's object names, and that names it at the end. */
function expectNoHalf(where: string, { rows, made, customers, told }: Left, isAnswered: boolean): void {
  expect([where, told]).toEqual([where, []]);
  const [row, thing] = [rows[0] ?? null, made[0] ?? null];
  const counts = [where, rows.length, made.length, customers];
  expect(counts).toEqual([where, row ? 1 : 0, thing ? 1 : 0, thing ? 1 : expect.toBeOneOf([0, 1])]);
  if (row) expect([where, row.status, row.madeId]).toEqual([where, "pending", row.madeId && thing?.id]);
  if (thing) expect([where, thing.metadata["transactionId"]]).toEqual([where, row?.id]);
  if (isAnswered) expect([where, row?.madeId]).toEqual([where, expect.any(String)]);
}

const stageOf = ({ rows: [row], made }: Left) =>
  row ? (made.length === 0 ? "recorded" : row.madeId === null ? "made" : "known") : "nothing";

/** Dies at each step of the call in turn, until one call succeeds; returns the progress of the dead ones. */
async function sweep(
  isDone: boolean,
  tryAt: (point: CrashPoint) => Promise<{ left: Left; hasDied: boolean }>,
): Promise<Set<string>> {
  const stages = new Set<string>();
  for (let at = 1; ; at++) {
    const { left, hasDied } = await tryAt({ at, isDone });
    if (!hasDied) return stages;
    stages.add(stageOf(left));
    expect(at).toBeLessThan(80);
  }
}

/** Before its last commit is done a call has not come all the way; after that there is nothing left to die at. */
const stagesOf = (isDone: boolean) => ["nothing", "recorded", "made", ...(isDone ? ["known"] : [])];

describe.each(sales)("POST $path", (sale) => {
  describe.each([
    ["before it was done", false],
    ["after it was done", true],
  ])("dead at any step, %s", (_name, isDone) => {
    test("a crashed checkout repeated with its key is one payment, with an undisturbed call's response", async () => {
      const calm = await createBuyer(app);
      const { body } = await buy(app, sale, calm, newId("idk"));
      const undisturbed = await leftOf(app, sale, calm);
      const stages = await sweep(isDone, async (point) => {
        const key = newId("idk");
        const { buyer, left, hasDied, where } = await dieWhileBuying(sale, point, key);
        await endLeases(app, buyer);
        const answer = await buy(app, sale, buyer, key);
        const whole = await leftOf(app, sale, buyer);
        expect([where, answer.status, whole.rows.length, whole.made.length, whole.customers]).toEqual([
          where,
          200,
          1,
          1,
          1,
        ]);
        expectNoHalf(where, whole, true);
        if (left.rows[0]) expect(whole.rows[0]!.id).toBe(left.rows[0].id);
        if (left.made[0]) expect(whole.made[0]!.id).toBe(left.made[0].id);
        expect(named(answer.body, whole)).toEqual(named(body, undisturbed));
        expect(whole.rows[0]!.terms).toEqual(undisturbed.rows[0]!.terms);
        const replay = await buy(app, sale, buyer, key);
        expect([replay.headers["idempotent-replayed"], replay.body]).toEqual(["true", answer.body]);
        return { left, hasDied };
      });
      expect([...stages]).toEqual(expect.arrayContaining(stagesOf(isDone)));
    });

    // A step that was not done is the one before it, done; the call that is made again goes through both.
    if (!isDone) return;
    test("a crashed checkout that is not repeated can be paid, and is granted once", async () => {
      let paid = 0;
      const stages = await sweep(isDone, async (point) => {
        const one = await dieWhileBuying(sale, point, newId("idk"));
        abandoned.push({ sale, ...one });
        if (one.left.made.length === 0) return one;
        const { buyer, left, where } = await dieWhileBuying(sale, point, newId("idk"));
        // A cached list that was read anew in between moves the steps on by one.
        if (!left.made[0]) return one;
        await atProcessor(app, "/webhooks/faults", { copies: 2 });
        await pay(app, sale, left.made[0]);
        await settled(app);
        const after = await leftOf(app, sale, buyer);
        expect([where, after.rows, after.told]).toEqual([
          where,
          [{ ...left.rows[0]!, status: "succeeded", madeId: left.made[0].id }],
          ["payment.succeeded"],
        ]);
        expect([where, await boughtBy(app, buyer)]).toEqual([where, sale.bought]);
        paid++;
        return one;
      });
      expect([...stages]).toEqual(expect.arrayContaining(stagesOf(isDone)));
      expect(paid).toBeGreaterThan(2);
    });
  });
});

test("an abandoned payment is ended by the nightly job after 26 hours, and grants nothing", async () => {
  // Drops webhooks, so that only the job learns that pages have expired.
  await atProcessor(app, "/webhooks/faults", { drop: true });
  await atProcessor(app, "/clock/advance", { seconds: 26 * 3_600 });
  const inHours = (hours: number): HubContext =>
    Object.assign(Object.create(hub) as HubContext, {
      clock: fixedClock(new Date(Date.now() + hours * 3_600_000)),
    });
  await reconcilePayments(inHours(25.5));
  for (const { sale, buyer, left } of abandoned)
    expect((await leftOf(app, sale, buyer)).rows).toEqual(left.rows);
  await reconcilePayments(inHours(26.5));
  const endings = new Set<string>();
  for (const { sale, buyer, left } of abandoned) {
    const { rows, told } = await leftOf(app, sale, buyer);
    const stage = stageOf(left);
    // A payment whose payer has the secret is still open, like any unconfirmed one.
    const isOpen = stage === "known" && sale.makes === "payment_intents";
    const status = isOpen ? "pending" : sale.unopened;
    expect([sale.path, stage, rows]).toEqual([
      sale.path,
      stage,
      left.rows.map((row) => ({ ...row, status })),
    ]);
    expect(told).toEqual(rows.map(() => "payment.expired").filter(() => status === "expired"));
    expect(await boughtBy(app, buyer)).toEqual(nothing);
    endings.add(`${sale.path} ${stage}`);
  }
  const stages = ["nothing", "recorded", "made", "known"];
  expect([...endings].toSorted()).toEqual(
    sales.flatMap(({ path }) => stages.map((stage) => `${path} ${stage}`)).toSorted(),
  );
});
