import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import { newId } from "../../../src/ids.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { eventBody, signatureOf } from "./signed-events.ts";

const [secret] = readConfig({}).PROCESSOR_WEBHOOK_SECRET;
let app: TestApp;
let ada: Record<string, string>;
beforeAll(async () => {
  app = await openSharedApp();
  ada = await app.as("ada");
});
afterAll(() => app?.close());

/** An event that the processor sent at this moment. */
async function receive(type: string, at: Date): Promise<string> {
  const payload = eventBody({ id: newId("evt"), type });
  const response = await app.running.router.server.inject({
    method: "POST",
    url: "/payments/processor/webhook",
    headers: { "stripe-signature": signatureOf(payload, secret, { at }), "x-test-clock": at.toISOString() },
    payload,
  });
  return (response.json() as { eventId: string }).eventId;
}

const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 12, minute));
const idsOf = ({ body }: Answer) => (body.events as { eventId: string }[]).map(({ eventId }) => eventId);

describe("administrators", () => {
  test("administrators page through events, newest first, by type, status and time", async () => {
    const type = "admin.listed";
    const ids: string[] = [];
    for (let minute = 0; minute < 5; minute++) ids.unshift(await receive(type, at(minute)));
    const list = (query: string) => app.get(`/admin/processor-events?type=${type}&${query}`, ada);
    const first = await list("limit=2");
    expect(first.body).toMatchObject({ success: true, nextCursor: expect.any(String) });
    const second = await list(`limit=2&cursor=${first.body.nextCursor}`);
    const third = await list(`limit=2&cursor=${second.body.nextCursor}`);
    expect([idsOf(first), idsOf(second), idsOf(third)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    expect(third.body.nextCursor).toBeNull();
    expect(idsOf(await list("status=ignored"))).toEqual(ids);
    expect(idsOf(await list("status=failed"))).toEqual([]);
    const window = `from=${at(1).toISOString()}&to=${at(3).toISOString()}`;
    expect(idsOf(await list(window))).toEqual(ids.slice(2, 4));
    expect(await list("cursor=nonsense")).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
    expect(await list("status=lost")).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  test("administrators see no payload", async () => {
    await receive("admin.seen", at(0));
    const { body, text } = await app.get("/admin/processor-events?type=admin.seen", ada);
    expect(Object.keys(body.events[0]).sort()).toEqual(
      (
        "attempts createdAt eventId lastError livemode nextAttemptAt objectId payloadSha256 processedAt receivedAt " +
        "status type"
      ).split(" "),
    );
    expect(text).not.toContain("v1:");
  });

  test("administrators replay an event, audited, and once per key", async () => {
    const eventId = await receive("admin.replayed", at(0));
    await app.database.query(
      `UPDATE hub.processor_events SET status = 'dead', retries = 5, last_error = 'PROCESSOR_ERROR', next_attempt_at = NULL,
         processed_at = NULL WHERE event_id = $1`,
      [eventId],
    );
    const replay = (key: string) =>
      app.post(`/admin/processor-events/${eventId}/replay`, {}, { ...ada, "idempotency-key": key });
    const answer = await replay("k1");
    expect(answer.body).toMatchObject({
      success: true,
      event: { eventId, status: "ignored", attempts: 2, lastError: null },
    });
    expect((await replay("k1")).body).toEqual(answer.body);
    expect((await replay("k2")).body.event.attempts).toBe(3);
    const audit = await app.database.query(
      "SELECT target_id, outcome, actor_id FROM hub.audit_log WHERE action = 'replayProcessorEvent' AND target_id = $1",
      [eventId],
    );
    expect(audit).toEqual([
      { target_id: eventId, outcome: "ok", actor_id: "demo-ada" },
      { target_id: eventId, outcome: "ok", actor_id: "demo-ada" },
    ]);
  });

  test("administrators get 404 for an unknown event", async () => {
    const answer = await app.post("/admin/processor-events/evt_none/replay", {}, ada);
    expect(answer).toMatchObject({
      status: 404,
      body: { success: false, code: "PROCESSOR_EVENT_NOT_FOUND" },
    });
  });
});

test("only administrators read or replay events", async () => {
  const eventId = await receive("admin.closed", at(0));
  for (const headers of [await app.as("eve"), app.withKey("full"), {}]) {
    const [read, replay] = [
      await app.get("/admin/processor-events", headers),
      await app.post(`/admin/processor-events/${eventId}/replay`, {}, headers),
    ];
    expect([read.status, replay.status]).toSatisfy((statuses: number[]) =>
      statuses.every((status) => status === 401 || status === 403),
    );
  }
  expect((await app.post(`/admin/processor-events/${eventId}/replay`, {}, await app.as("eve"))).status).toBe(
    403,
  );
});
