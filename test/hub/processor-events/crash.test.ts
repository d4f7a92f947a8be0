import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retryDueEvents } from "../../../subgraphs/hub/processor-events/retry-events.service.ts";
import { dieAt, watchStatements } from "../../support/crash.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { deliver, newFacts, storedEvent, twoWrites, writesOn } from "./event-world.ts";

/**
 * The process loses its database connection at one statement: before the server receives it, or after it and before the
 * response. The result must be nothing, or the event without its effect, or all of it.
 */
let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

let restore: () => void;
beforeAll(async () => {
  restore = await watchStatements(app.contextFor(null).em);
});
afterAll(() => restore?.());

const start = new Date("2026-05-04T12:00:00.000Z");

/** Delivers an event and dies at the given statement; false when it was through before. */
async function deliverAndDie(facts: ReturnType<typeof newFacts>, at: number, isDone: boolean) {
  const effects = [twoWrites(facts.type)];
  return dieAt({ at, isDone }, () => deliver(app, facts, { effects, at: start }));
}

describe.each([
  ["before it was done", false],
  ["after it was done", true],
])("a process that dies at any statement, %s", (_name, isDone) => {
  test.each([
    ["the processor delivers again", true],
    ["our own schedule takes it up", false],
  ])("leaves nothing by halves, and %s", async (_way, isDelivered) => {
    const states = new Set<string>();
    for (let at = 1; ; at++) {
      const facts = newFacts();
      const { hasDied, answer } = await deliverAndDie(facts, at, isDone);
      const left = await storedEvent(app, facts.id);
      const writes = await writesOn(app, facts.object["id"]);
      states.add(`${left?.status ?? "nothing"} with ${writes} writes`);
      expect([0, 2]).toContain(writes);
      expect(left?.status === "processed", `statement ${at}`).toBe(writes === 2);
      if (answer) expect(left?.status).toBe("processed");
      const effects = [twoWrites(facts.type)];
      const later = new Date(start.getTime() + 60_000);
      if (isDelivered) {
        const again = await deliver(app, facts, { effects, at: later });
        expect(again.status).toBe(writes === 2 ? "duplicate" : "processed");
      } else if (left) {
        await retryDueEvents(app.contextFor(null, { at: later }), { effects });
      }
      if (left || isDelivered) {
        expect(await storedEvent(app, facts.id)).toMatchObject({ status: "processed" });
        expect(await writesOn(app, facts.object["id"])).toBe(2);
      }
      if (!hasDied) break;
      expect(at).toBeLessThan(50);
    }
    expect(states).toContain("received with 0 writes");
    expect(states).toContain("processed with 2 writes");
    if (!isDone) expect(states).toContain("nothing with 0 writes");
  });
});
