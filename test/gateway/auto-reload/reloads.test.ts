import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluateReload } from "../../../subgraphs/gateway/auto-reload/evaluate-reload.service.ts";
import { onHubEvents } from "../../../subgraphs/gateway/auto-reload/on-hub-event.service.ts";
import { sweepReloads } from "../../../subgraphs/gateway/auto-reload/sweep-reloads.service.ts";
import { readAutoReload } from "../../../subgraphs/gateway/auto-reload/read-auto-reload.service.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";
import { createReloader, type Reloader } from "./reloaders.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

const may = "2026-05-10T12:00:00.000Z";
const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
const statuses = async (reloader: Reloader) =>
  (await reloader.rows()).map(({ status, reason }) => (reason ? `${status}: ${reason}` : status));
const config = (reloader: Reloader, at?: string) => readAutoReload(reloader.ctx(at), {});

describe("low credits", () => {
  test("low credits buy one package within the cap and emit an event per step", async () => {
    const reloader = createReloader(app, 5);
    await reloader.save({}, may);
    expect(await reloader.month("2026-05")).toEqual({ reserved: 1_000, settled: 0, cap: 5_000, count: 0 });
    await reloader.run(may);
    expect(await reloader.rows()).toMatchObject([{ status: "succeeded", month: "2026-05", amount: 1_000 }]);
    expect(await reloader.month("2026-05")).toEqual({ reserved: 0, settled: 1_000, cap: 5_000, count: 1 });
    expect(reloader.hub.available).toBe(10_500);
    expect(await reloader.told()).toEqual(["config_changed", "low", "started", "succeeded"]);
    expect(await config(reloader, may)).toMatchObject({
      status: "active",
      currentMonth: { month: "2026-05", spentCents: 1_000, remainingCents: 4_000, count: 1 },
      lastAttemptAt: new Date(may),
      consecutiveFailures: 0,
    });
  });

  test("twenty concurrent evaluations of one shortage start one reload", async () => {
    const reloader = createReloader(app, 50);
    await reloader.save();
    reloader.hub.available = 100;
    const decisions = await Promise.all(
      Array.from({ length: 20 }, () => evaluateReload(reloader.ctx(), "central")),
    );
    expect(decisions.filter(({ kind }) => kind === "fire")).toHaveLength(1);
    expect(await statuses(reloader)).toEqual(["pending"]);
  });

  test("a second package follows when the first one is settled and not enough", async () => {
    const reloader = createReloader(app, -150);
    await reloader.save({}, may);
    await reloader.run(may);
    expect(await statuses(reloader)).toEqual(["succeeded", "succeeded"]);
    expect(reloader.hub.available).toBe(5_000);
  });

  test("a balance read before a reload was settled does not start another", async () => {
    const reloader = createReloader(app, 50);
    await reloader.save();
    reloader.hub.available = 500;
    let isSettled = false;
    // Between what this evaluation reads and what it locks, another one begins a reload, and it is paid and settled.
    const reads = { ...reloader.ctx().ports.reloads };
    const stale = {
      ...reads,
      readTerms: async (...args: Parameters<typeof reads.readTerms>) => {
        const terms = await reads.readTerms(...args);
        if (!isSettled) {
          isSettled = true;
          await reloader.run();
        }
        return terms;
      },
    };
    const ctx = reloader.ctx();
    const decision = await evaluateReload({ ...ctx, ports: { ...ctx.ports, reloads: stale } }, "central");
    expect(decision).toEqual({ kind: "idle" });
    expect(await statuses(reloader)).toEqual(["succeeded"]);
  });

  test("nothing is bought exactly at the threshold, and credits.low is emitted once per crossing", async () => {
    const reloader = createReloader(app, 20);
    await reloader.save({ monthlyCap: 1_000 }, may);
    expect(await statuses(reloader)).toEqual([]);
    // The first is met by a package, for which the cap has room; the others are not.
    for (const available of [1_999, 1_000, 500, 2_000, 1_999]) {
      reloader.hub.available = available;
      await reloader.run(may);
    }
    expect((await reloader.told()).filter((type) => type === "low")).toHaveLength(3);
  });
});

describe("the monthly cap", () => {
  test("concurrent spenders never exceed a cap of three packages", async () => {
    const reloader = createReloader(app, 20);
    await reloader.save({ monthlyCap: 3_500 }, may);
    for (let round = 0; round < 5; round++) {
      // Each round in its own quarter of an hour, so that only the cap holds it.
      const at = later(may, round * 15);
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          reloader.hub.available -= 600;
          await evaluateReload(reloader.ctx(at), "central");
        }),
      );
      await Promise.all([reloader.run(at), reloader.run(at)]);
    }
    expect(reloader.hub.charged.size).toBe(3);
    expect(new Set(reloader.hub.asked).size).toBe(3);
    expect(await reloader.month("2026-05")).toEqual({ reserved: 0, settled: 3_000, cap: 3_500, count: 3 });
    const counted = await statuses(reloader);
    expect(counted.filter((status) => status === "succeeded")).toHaveLength(3);
    expect(counted.filter((status) => status === "skipped: cap_reached")).toHaveLength(1);
    expect((await reloader.told()).filter((type) => type.startsWith("cap_"))).toEqual([
      "cap_threshold",
      "cap_reached",
    ]);
  });

  test("a database constraint enforces the cap", async () => {
    const reloader = createReloader(app, 5);
    await reloader.save({}, may);
    const sql = "UPDATE gateway.auto_reload_months SET settled_cents = 4001 WHERE owner_id = $1";
    await expect(app.database.query(sql, [reloader.ownerId])).rejects.toMatchObject({ code: "23514" });
  });

  test("the cap resets at midnight UTC, and a charge counts in the month of its reservation", async () => {
    const reloader = createReloader(app, 5);
    const last = "2026-05-31T23:59:59.999Z";
    const first = "2026-06-01T00:00:00.000Z";
    await reloader.save({ monthlyCap: 1_000 }, last);
    await reloader.run(first);
    expect(await reloader.month("2026-05")).toMatchObject({ settled: 1_000, reserved: 0 });
    reloader.hub.available = 0;
    await reloader.run(last);
    expect((await statuses(reloader)).at(-1)).toBe("skipped: cap_reached");
    await reloader.run(first);
    expect(await reloader.month("2026-06")).toMatchObject({ settled: 1_000 });
    expect(reloader.hub.charged.size).toBe(2);
    expect(await config(reloader, "2026-07-01T00:00:00.000Z")).toMatchObject({
      currentMonth: { month: "2026-07", spentCents: 0, remainingCents: 1_000, count: 0 },
    });
  });

  test("a cap lowered below the spending blocks reloads, also after a failed charge is released", async () => {
    const reloader = createReloader(app, 5);
    await reloader.save({ monthlyCap: 4_500, packageId: "pkg_growth" }, may);
    expect(await reloader.month("2026-05")).toMatchObject({ reserved: 4_500 });
    await reloader.save({ monthlyCap: 1_000 }, may);
    expect(await reloader.month("2026-05")).toMatchObject({ reserved: 4_500, cap: 4_500 });
    reloader.hub.card = { code: "card_declined" };
    await reloader.run(may);
    expect(await reloader.month("2026-05")).toMatchObject({ reserved: 0, settled: 0, cap: 1_000 });
  });

  test("events are emitted at 80, 90 and 100 percent of the cap, once each", async () => {
    const reloader = createReloader(app, 20);
    await reloader.save({ monthlyCap: 10_000 }, may);
    for (let round = 0; round < 11; round++) {
      reloader.hub.available = 0;
      await reloader.run(later(may, round * 11));
    }
    const events = await app.database.query<{ percent: number }>(
      `SELECT (payload->>'capPercent')::int AS percent FROM gateway.outbox_events
       WHERE owner_id = $1 AND type = 'credits.auto_reload.cap_threshold' ORDER BY sequence`,
      [reloader.ownerId],
    );
    expect(events.map(({ percent }) => percent)).toEqual([80, 90, 100]);
    expect(reloader.hub.charged.size).toBe(10);
  });
});

describe("the burst guard", () => {
  test("three reloads in ten minutes are followed by ten minutes of cooling", async () => {
    const reloader = createReloader(app, -1_000);
    await reloader.save({ monthlyCap: 100_000 }, may);
    await reloader.run(may);
    expect(await statuses(reloader)).toEqual([...Array(3).fill("succeeded"), "skipped: burst_guard"]);
    expect(await config(reloader, may)).toMatchObject({
      status: "cooling",
      nextAttemptAt: new Date(later(may, 10)),
    });
    await reloader.run(later(may, 9.9));
    expect(reloader.hub.charged.size).toBe(3);
    await reloader.run(later(may, 10));
    expect(reloader.hub.charged.size).toBe(6);
  });
});

describe("a declined charge", () => {
  test("a declined charge releases its reservation, backs off one hour, then six, then suspends", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = { code: "insufficient_funds", declineCode: "insufficient_funds" };
    await reloader.save({}, may);
    await reloader.run(may);
    expect(await reloader.month("2026-05")).toMatchObject({ reserved: 0, settled: 0 });
    expect(await reloader.rows()).toMatchObject([
      { status: "failed", reason: "charge_failed", error: "insufficient_funds" },
      { status: "skipped", reason: "backing_off" },
    ]);
    await reloader.run(later(may, 59));
    expect(reloader.hub.asked).toHaveLength(1);
    await reloader.run(later(may, 60));
    await reloader.run(later(may, 60 + 359));
    expect(reloader.hub.asked).toHaveLength(2);
    await reloader.run(later(may, 60 + 360));
    expect(reloader.hub.asked).toHaveLength(3);
    expect(await config(reloader, may)).toMatchObject({
      enabled: true,
      status: "suspended",
      reason: "repeated_failures",
      consecutiveFailures: 3,
      nextAttemptAt: null,
    });
    await reloader.run("2026-05-30T00:00:00.000Z");
    expect(reloader.hub.asked).toHaveLength(3);
    expect((await reloader.told()).filter((type) => type === "suspended")).toHaveLength(1);
    expect((await statuses(reloader)).at(-1)).toBe("skipped: suspended");
  });

  test("a lost card suspends immediately; saving a payment method reactivates", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = { code: "card_declined", declineCode: "lost_card", isHard: true };
    await reloader.save({}, may);
    await reloader.run(may);
    expect(await config(reloader, may)).toMatchObject({ status: "suspended", reason: "hard_decline" });
    reloader.hub.card = "pays";
    const heard = { type: "payment_method.changed", appId: null, ownerId: reloader.ownerId, payload: {} };
    await onHubEvents(reloader.ctx(), [heard]);
    await reloader.run(later(may, 1));
    expect(reloader.hub.charged.size).toBe(1);
    expect(await config(reloader, may)).toMatchObject({ status: "active", consecutiveFailures: 0 });
  });

  test("a charge that needs confirmation fails with requires_action", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = { code: "authentication_required", declineCode: "authentication_required" };
    await reloader.save({}, may);
    await reloader.run(may);
    expect((await statuses(reloader))[0]).toBe("failed: requires_action");
  });

  test("saving the settings clears earlier failures", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = { code: "card_declined" };
    await reloader.save({}, may);
    await reloader.run(may);
    reloader.hub.card = "pays";
    await reloader.save({}, later(may, 1));
    await reloader.run(later(may, 1));
    expect(reloader.hub.charged.size).toBe(1);
  });

  test("a manual purchase ends the back-off and does not count in the cap", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = { code: "card_declined" };
    await reloader.save({}, may);
    await reloader.run(may);
    reloader.hub.card = "pays";
    const bought = { object: { type: "credit_purchase", metadata: {} }, previous: null };
    const heard = { type: "payment.succeeded", appId: "central", ownerId: reloader.ownerId, payload: bought };
    await onHubEvents(reloader.ctx(), [heard]);
    expect(await config(reloader, later(may, 1))).toMatchObject({
      consecutiveFailures: 0,
      nextAttemptAt: null,
    });
    await reloader.run(later(may, 1));
    expect(await reloader.month("2026-05")).toMatchObject({ settled: 1_000, count: 1 });
  });

  test("without a payment method nothing is charged until one is saved", async () => {
    const reloader = createReloader(app, 50);
    await reloader.save({}, may);
    reloader.hub.available = 0;
    reloader.hub.hasMethod = false;
    await reloader.run(may);
    await reloader.run(later(may, 5));
    expect(await statuses(reloader)).toEqual(["skipped: no_payment_method"]);
    expect(reloader.hub.asked).toEqual([]);
    expect(await config(reloader, may)).toMatchObject({ status: "suspended", reason: "no_payment_method" });
    await reloader.run("2026-05-11T00:00:00.000Z");
    expect(await statuses(reloader)).toEqual(Array(2).fill("skipped: no_payment_method"));
  });

  test("a package that is no longer sold is skipped, with one record per day", async () => {
    const reloader = createReloader(app, 50);
    await reloader.save({}, may);
    reloader.hub.available = 0;
    reloader.hub.offers.delete("pkg_starter");
    await reloader.run(may);
    await reloader.run(later(may, 60));
    expect(await statuses(reloader)).toEqual(["skipped: package_unavailable"]);
    expect(await config(reloader, may)).toMatchObject({ status: "active" });
  });
});

describe("a charge with an unknown outcome", () => {
  test("an unknown outcome keeps the reservation and is retried with the same key, charging once", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = "unknown";
    await reloader.save({}, may);
    await expect(reloader.run(may)).rejects.toMatchObject({ code: "PROCESSOR_ERROR" });
    expect(await reloader.month("2026-05")).toMatchObject({ reserved: 1_000, settled: 0 });
    await reloader.run(later(may, 60));
    expect(await statuses(reloader)).toEqual(["succeeded"]);
    expect(reloader.hub.charged.size).toBe(1);
  });

  test("a lost charge request is retried, and another shortage starts no second reload", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = "lost";
    await reloader.save({}, may);
    await expect(reloader.run(may)).rejects.toThrow();
    reloader.hub.available = -9_000;
    await expect(reloader.run(later(may, 30))).rejects.toThrow();
    expect(new Set(reloader.hub.asked).size).toBe(1);
    expect(reloader.hub.charged.size).toBe(0);
  });

  test("an unknown or processing charge is settled by the processor's event", async () => {
    const reloader = createReloader(app, 5);
    reloader.hub.card = "processing";
    await reloader.save({}, may);
    await reloader.run(may);
    expect(await statuses(reloader)).toEqual(["pending"]);
    const [reload] = await reloader.rows();
    reloader.hub.card = "pays";
    const paid = { object: { type: "auto_reload", metadata: { reloadId: reload!.id } }, previous: null };
    const heard = { type: "payment.succeeded", appId: "central", ownerId: reloader.ownerId, payload: paid };
    await onHubEvents(reloader.ctx(), [heard]);
    const jobs = (await app.jobsOf("auto-reload")).filter(({ ownerId }) => ownerId === reloader.ownerId);
    expect(jobs.at(-1)).toEqual({ ownerId: reloader.ownerId, appId: "central", reloadId: reload!.id });
    await reloader.run(later(may, 1));
    expect(await statuses(reloader)).toEqual(["succeeded"]);
  });
});

describe("evaluation triggers", () => {
  const jobsOf = async (reloader: Reloader) =>
    (await app.jobsOf("auto-reload")).filter(({ ownerId }) => ownerId === reloader.ownerId);
  const spend = (reloader: Reloader, available: number, over: object = {}) =>
    onHubEvents(reloader.ctx(), [
      {
        type: "credits.balance_changed",
        appId: "central",
        ownerId: reloader.ownerId,
        payload: { available, pool: "standard", ...over },
      },
    ]);
  const asleep = async (available: number) => {
    const reloader = createReloader(app, available);
    await reloader.save({ enabled: true });
    await app.database.query("DELETE FROM jobs.job WHERE data->>'ownerId' = $1", [reloader.ownerId]);
    return reloader;
  };

  test("a balance below the threshold in the spendable pool triggers an evaluation", async () => {
    const reloader = await asleep(50);
    await spend(reloader, 20);
    await spend(reloader, 1, { pool: "image" });
    expect(await jobsOf(reloader)).toEqual([]);
    await spend(reloader, 19.99);
    await spend(reloader, 5);
    expect(await jobsOf(reloader)).toEqual([{ ownerId: reloader.ownerId, appId: "central" }]);
  });

  test("a disabled rule is never evaluated", async () => {
    const reloader = await asleep(50);
    await reloader.save({ enabled: false });
    await spend(reloader, 1);
    expect(await jobsOf(reloader)).toEqual([]);
  });

  test("the sweep of each minute finds low credits and charges pending for long", async () => {
    const [rich, poor, waiting] = [await asleep(50), await asleep(50), createReloader(app, 5)];
    await waiting.save({}, may);
    await app.database.query("DELETE FROM jobs.job WHERE data->>'ownerId' = $1", [waiting.ownerId]);
    const balances = new Map([[poor.ownerId, 100]]);
    const system = { ...app.contextFor(null) };
    const reloads = {
      ...rich.hub,
      readAvailable: (_call: unknown, wallets: readonly { ownerId: string }[]) =>
        Promise.resolve(wallets.map(({ ownerId }) => balances.get(ownerId) ?? 5_000)),
    };
    await sweepReloads({ ...system, ports: { ...system.ports, reloads } }, new AbortController().signal);
    expect(await jobsOf(rich)).toEqual([]);
    expect(await jobsOf(poor)).toHaveLength(1);
    expect(await jobsOf(waiting)).toHaveLength(1);
  });

  test("an erased account is never evaluated", async () => {
    const reloader = await asleep(50);
    const payload = { userId: reloader.ownerId, alias: "erased_x" };
    await onHubEvents(reloader.ctx(), [{ type: "user.erased", appId: null, ownerId: "erased_x", payload }]);
    expect(await config(reloader)).toMatchObject({ enabled: false, webhookUrl: null });
  });
});

test("rules of two apps on the same credits buy one package per shortage", async () => {
  const reloader = createReloader(app, 50);
  await reloader.save();
  await reloader.save({ appId: "invoicer" });
  reloader.hub.available = 500;
  await evaluateReload(reloader.ctx(), "central");
  await evaluateReload(reloader.ctx(), "invoicer");
  expect(await statuses(reloader)).toEqual(["pending"]);
});
