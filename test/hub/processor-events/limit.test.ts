import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { eventBody, signatureOf } from "./signed-events.ts";

const secret = "whsec_of_the_limit_tests";
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PROCESSOR_WEBHOOK_SECRET: secret, RATE_LIMITS: "on" });
});
afterAll(() => app?.close());

test("an IP address may send 600 events per minute, outside of any plan's limits", async () => {
  const at = new Date("2026-05-04T12:00:00.000Z");
  const send = (payload: string, remoteAddress: string) =>
    app.running.router.server.inject({
      method: "POST",
      url: "/payments/processor/webhook",
      remoteAddress,
      headers: {
        "x-test-clock": at.toISOString(),
        "stripe-signature": payload === "{}" ? "t=1,v1=0" : signatureOf(payload, secret, { at }),
      },
      payload,
    });
  const statuses = new Map<number, number>();
  for (let count = 0; count < 600; count++) {
    const { statusCode } = await send(count % 20 === 0 ? eventBody() : "{}", "192.0.2.7");
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 30, 400: 570 });
  const refused = await send(eventBody(), "192.0.2.7");
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("60");
  expect(refused.json()).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", limit: 600, remaining: 0 });
  expect((await send(eventBody(), "192.0.2.8")).statusCode).toBe(200);
});
