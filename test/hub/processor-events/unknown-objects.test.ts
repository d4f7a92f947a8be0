import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import { newId } from "../../../src/ids.ts";
import { eventEffects } from "../../../subgraphs/hub/processor-events/effects.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { eventBody, signatureOf } from "./signed-events.ts";

const [secret] = readConfig({}).PROCESSOR_WEBHOOK_SECRET;
let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const at = new Date("2026-05-04T12:00:00Z");
const unknown = (name: unknown) => ({
  id: name,
  payment_intent: name,
  customer: name,
  subscription: name,
  parent: { subscription_details: { subscription: name } },
  metadata: { transactionId: name },
});
const types = [...new Set(eventEffects.flatMap((effect) => effect.types))];
const names: unknown[] = [
  "pi_unknown",
  "",
  " ",
  "../customers",
  "a/b?c=d",
  "x".repeat(6_000),
  "\u{1F600}",
  null,
  7,
  {},
];

async function deliver(type: string, object: Record<string, unknown>) {
  const payload = eventBody({ id: newId("evt"), type, object });
  const response = await app.running.router.server.inject({
    method: "POST",
    url: "/payments/processor/webhook",
    headers: { "stripe-signature": signatureOf(payload, secret, { at }), "x-test-clock": at.toISOString() },
    payload,
  });
  return [response.statusCode, response.json<{ status?: string }>()] as const;
}

test.each(types)(
  "%s about an object that the processor does not know is kept and answered 200",
  async (type) => {
    for (const name of names) {
      const [status, body] = await deliver(type, unknown(name));
      expect([name, status, body]).toMatchObject([name, 200, { received: true }]);
      expect(["queued", "ignored"]).toContain(body.status);
    }
  },
);
