import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { sendJson } from "../start-test-sandbox.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("the platform accepts its sandbox's webhooks, and the demo gives both the same secret", async () => {
  const processor = `${app.sandboxUrl}/processor`;
  const created = await fetch(`${processor}/v1/payment_intents`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_x" },
    body: new URLSearchParams({ amount: "500", currency: "usd" }),
  });
  const { id } = (await created.json()) as { id: string };
  await sendJson("POST", `${processor}/payment_intents/${id}/pay`);
  await sendJson("POST", `${processor}/webhooks/settled`);
  const { body } = await sendJson("POST", `${processor}/webhooks/status`);
  const attempts = body.attempts.map(({ type, status }: { type: string; status: number }) => [type, status]);
  expect(attempts).toEqual([
    ["payment_intent.created", 200],
    ["charge.succeeded", 200],
    ["payment_intent.succeeded", 200],
  ]);
  expect(body.undelivered).toEqual([]);
});
