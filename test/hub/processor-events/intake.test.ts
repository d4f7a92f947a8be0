import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { emitEvent } from "../../../src/db/outbox.ts";
import { DomainError } from "../../../src/errors.ts";
import { createLog } from "../../../src/observability/log.ts";
import type { EventEffect, EventOutcome } from "../../../subgraphs/hub/processor/event-effect.ts";
import { retryDueEvents } from "../../../subgraphs/hub/processor-events/retry-events.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { deliver, newFacts, storedEvent, twoWrites, writesOn } from "./event-world.ts";

let app: HubApp;
const counted: { type: string; status: string }[] = [];
beforeAll(async () => {
  app = await createHubApp({ countProcessorEvent: (labels) => void counted.push(labels) });
});
afterAll(() => app?.close());
// What one test leaves waiting is not due in another.
afterEach(() => app.database.query("DELETE FROM hub.processor_events WHERE next_attempt_at IS NOT NULL"));

const start = new Date("2026-05-04T12:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const retryAt = (effects: readonly EventEffect[], at: Date) =>
  retryDueEvents(app.contextFor(null, { at }), { effects });

describe("an event", () => {
  test("an event is applied once by 20 deliveries at the same time", async () => {
    const facts = newFacts();
    const effects = [twoWrites(facts.type)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(app, facts, { effects })));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 19 }, () => "duplicate"),
      "processed",
    ]);
    expect(await writesOn(app, facts.object["id"])).toBe(2);
    expect(await storedEvent(app, facts.id)).toMatchObject({ status: "processed", attempts: 1 });
  });

  test("an event without an effect is kept and ignored, and later a duplicate", async () => {
    const facts = newFacts();
    const answers = [await deliver(app, facts, { effects: [] }), await deliver(app, facts, { effects: [] })];
    expect(answers.map(({ status }) => status)).toEqual(["ignored", "duplicate"]);
    expect(await storedEvent(app, facts.id)).toMatchObject({ status: "ignored", next_attempt_at: null });
  });

  test("an event of the other mode is ignored, kept, and an alert", async () => {
    const facts = { ...newFacts(), livemode: true };
    const lines: string[] = [];
    const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
    const answer = await deliver(app, facts, { effects: [twoWrites(facts.type)], log });
    expect(answer.status).toBe("ignored");
    expect(await writesOn(app, facts.object["id"])).toBe(0);
    expect(await storedEvent(app, facts.id)).toMatchObject({ status: "ignored" });
    const alerts = lines.filter((line) => line.includes('"alert":"processor_livemode"'));
    expect(alerts.map((line) => (JSON.parse(line) as { eventId: string }).eventId)).toEqual([facts.id]);
  });

  test.each<[EventOutcome[], EventOutcome]>([
    [["processed", "ignored"], "processed"],
    [["ignored", "ignored"], "ignored"],
    [["processed", "queued"], "queued"],
    [["processed", "early"], "queued"],
  ])("with the effects %j is %s", async (outcomes, expected) => {
    const facts = newFacts();
    const effects = outcomes.map((outcome) => twoWrites(facts.type, { outcome: () => outcome }));
    expect((await deliver(app, facts, { effects })).status).toBe(expected);
    expect((await storedEvent(app, facts.id))!.status).toBe(expected);
  });

  test("an event is read outside of transactions, and each effect has its own snapshot", async () => {
    const facts = newFacts();
    const seen: unknown[] = [];
    const reading = (name: string): EventEffect => ({
      types: [facts.type],
      read: async (ctx) => {
        // Refused inside a transaction only.
        await expect(emitEvent(ctx.em, { ...noEvent, objectId: name })).rejects.toThrow(
          "inside a transaction",
        );
        return name;
      },
      apply: async (_ctx, _em, event, snapshot) => {
        seen.push([snapshot, event.createdAt.getTime()]);
        return "processed";
      },
    });
    await deliver(app, { ...facts, created: 1_700_000_000 }, { effects: [reading("a"), reading("b")] });
    expect(seen).toEqual([
      ["a", 1_700_000_000_000],
      ["b", 1_700_000_000_000],
    ]);
  });
});

const noEvent = { type: "test.effect", appId: null, ownerId: null, payload: {} };

describe("an effect that throws", () => {
  test("a failing effect rolls all effects back, returns an error to the processor, and marks the row", async () => {
    const facts = newFacts();
    const refusal = new DomainError("SUBSCRIPTION_NOT_FOUND", "There is no such subscription.");
    const refusing = { ...twoWrites(facts.type), apply: () => Promise.reject(refusal) };
    const effects = [twoWrites(facts.type), refusing];
    const failure = await deliver(app, facts, { effects, at: start }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(DomainError);
    expect(await writesOn(app, facts.object["id"])).toBe(0);
    expect(await storedEvent(app, facts.id)).toEqual({
      status: "failed",
      attempts: 1,
      retries: 0,
      last_error: "SUBSCRIPTION_NOT_FOUND",
      next_attempt_at: after(1),
      processed_at: null,
    });
    const healed = await deliver(app, facts, { effects: [twoWrites(facts.type)], at: after(0.5) });
    expect(healed.status).toBe("processed");
    expect(await writesOn(app, facts.object["id"])).toBe(2);
  });

  test("a failing event is retried after 1 m, 5 m, 30 m, 2 h and 12 h, and is then dead", async () => {
    const facts = newFacts();
    const failing = [twoWrites(facts.type, { read: () => Promise.reject(new Error("down")) })];
    await deliver(app, facts, { effects: failing, at: start }).catch(() => undefined);
    let at = start;
    for (const [index, minutes] of [1, 5, 30, 120, 720].entries()) {
      const due = new Date(at.getTime() + minutes * 60_000);
      expect((await storedEvent(app, facts.id))!.next_attempt_at).toEqual(due);
      expect(await retryAt(failing, new Date(due.getTime() - 1))).toBe(0);
      expect(await retryAt(failing, due)).toBe(1);
      expect(await storedEvent(app, facts.id)).toMatchObject({ attempts: index + 2, retries: index + 1 });
      at = due;
    }
    const dead = { status: "dead", last_error: "INTERNAL_ERROR", next_attempt_at: null };
    expect(await storedEvent(app, facts.id)).toMatchObject(dead);
    expect(await retryAt(failing, new Date(at.getTime() + 365 * 86_400_000))).toBe(0);
    await deliver(app, facts, { effects: failing, at }).catch(() => undefined);
    expect(await storedEvent(app, facts.id)).toMatchObject(dead);
    expect((await deliver(app, facts, { effects: [twoWrites(facts.type)], at })).status).toBe("processed");
  });

  test("a failing event is neither delayed nor given up by failing deliveries", async () => {
    const facts = newFacts();
    const failing = [twoWrites(facts.type, { read: () => Promise.reject(new Error("down")) })];
    for (let minute = 0; minute < 10; minute++) {
      await deliver(app, facts, { effects: failing, at: after(minute / 100) }).catch(() => undefined);
    }
    const row = { status: "failed", attempts: 10, retries: 0, next_attempt_at: after(1) };
    expect(await storedEvent(app, facts.id)).toMatchObject(row);
    expect(await retryAt([twoWrites(facts.type)], after(1))).toBe(1);
    expect(await storedEvent(app, facts.id)).toMatchObject({ status: "processed", processed_at: after(1) });
  });
});

describe("an event that waits", () => {
  test("an event about a missing row waits 60 s and is then applied", async () => {
    const facts = newFacts();
    let outcome: EventOutcome = "queued";
    const effects = [twoWrites(facts.type, { outcome: () => outcome })];
    expect((await deliver(app, facts, { effects, at: start })).status).toBe("queued");
    const row = { status: "queued", last_error: "unknown_object", next_attempt_at: after(1) };
    expect(await storedEvent(app, facts.id)).toMatchObject(row);
    outcome = "processed";
    expect(await retryAt(effects, new Date(after(1).getTime() - 1))).toBe(0);
    expect(await retryAt(effects, after(1))).toBe(1);
    expect(await storedEvent(app, facts.id)).toMatchObject({ status: "processed", last_error: null });
    expect(await writesOn(app, facts.object["id"])).toBe(2);
  });

  test("an event ahead of the processor's own state waits as long, and says so", async () => {
    const facts = newFacts();
    const effects = [twoWrites(facts.type, { outcome: () => "early" })];
    const lines: string[] = [];
    const log = createLog({ level: "warn", destination: { write: (line) => void lines.push(line) } });
    expect((await deliver(app, facts, { effects, at: start, log })).status).toBe("queued");
    const row = { status: "queued", last_error: "state_not_reached", next_attempt_at: after(1) };
    expect(await storedEvent(app, facts.id)).toMatchObject(row);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { eventId: facts.id, reason: "state_not_reached" },
    ]);
  });
});

test("the outcome of each run is counted", async () => {
  const type = "test.counted";
  const facts = { ...newFacts(), type };
  const failing = [twoWrites(type, { read: () => Promise.reject(new Error("down")) })];
  await deliver(app, facts, { effects: failing, at: start }).catch(() => undefined);
  await retryAt([twoWrites(type)], after(1));
  await deliver(app, facts, { effects: failing, at: start });
  const statuses = counted.filter((labels) => labels.type === type).map(({ status }) => status);
  expect(statuses).toEqual(["failed", "processed", "duplicate"]);
});

test("any number of workers run due events once each", async () => {
  const all = Array.from({ length: 30 }, newFacts);
  const failing = [twoWrites("test.happened", { read: () => Promise.reject(new Error("down")) })];
  for (const facts of all) await deliver(app, facts, { effects: failing, at: start }).catch(() => undefined);
  const workers = Array.from({ length: 4 }, () => retryAt([twoWrites("test.happened")], after(1)));
  const runs = (await Promise.all(workers)).reduce((sum, count) => sum + count, 0);
  expect(runs).toBe(30);
  for (const facts of all) expect(await writesOn(app, facts.object["id"])).toBe(2);
});
